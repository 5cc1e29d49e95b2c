/** Pages, feeds, emails and notifications describe closures with one text (T19). */
import { type Closure, hasBegun, isPastEnd, type Section } from '../closure.ts'

/** The formats differ by where the text is shown. */
export type TimeWords = { time(at: Date): string; day(date: string): string }

/** For example "between BF17 and BF19" or "from the start to BF05". */
export function sectionText({ from, to }: Section): string {
  return from && to ? `between ${from} and ${to}` : `from ${from ?? 'the start'} to ${to ?? 'the finish'}`
}

/**
 * For example "Closed between BF17 and BF19 until Sat 22-Nov-25 17:00". After the planned end, the text adds that reopening isn't
 * confirmed.
 */
export function closureHeadline(closure: Closure, now: Date, { time }: TimeWords): string {
  const { level, section, startsAt, endsAt } = closure
  const where = section ? ` ${sectionText(section)}` : ''
  const until = endsAt ? ` until ${time(new Date(endsAt))}` : ''
  if (!hasBegun(closure, now) && startsAt) {
    const start = time(new Date(startsAt))
    return level === 'Closed' && !section && !endsAt ? `Closes ${start}` : `${level}${where} from ${start}${until}`
  }
  return isPastEnd(closure, now) ? `${level}${where}. Reopening not confirmed` : `${level}${where}${until}`
}

export function closureDetails(closure: Closure, now: Date, { day }: TimeWords): string {
  const { message, wayAround, reopens } = closure
  return [
    message && (/[.!?]$/.test(message) ? message : `${message}.`),
    wayAround && `Detour: ${wayAround}.`,
    reopens && !isPastEnd(closure, now) && `Likely to reopen ${day(reopens)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export const closureText = (closure: Closure, now: Date, words: TimeWords) =>
  `${closureHeadline(closure, now, words)}. ${closureDetails(closure, now, words)}`.trim()
