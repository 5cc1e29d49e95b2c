/** A closure in words, the same on pages, in feeds, emails and notifications (T19). */
import { type Closure, hasBegun, isPastEnd, type Section } from './closure.ts'

/** How a moment and a day are written where the text is read. */
export type TimeWords = { time(at: Date): string; day(date: string): string }

/** "between BF17 and BF19", "from the start to BF05". */
export function sectionText({ from, to }: Section): string {
  return from && to ? `between ${from} and ${to}` : `from ${from ?? 'the start'} to ${to ?? 'the finish'}`
}

/** "Closed between BF17 and BF19 until Sat 22-Nov-25 17:00", without a full stop. Past its end it says that nobody has confirmed it. */
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

/** Why, the way around and when it will likely reopen, in sentences. */
export function closureDetails(closure: Closure, now: Date, { day }: TimeWords): string {
  const { message, wayAround, reopens } = closure
  return [
    message && (/[.!?]$/.test(message) ? message : `${message}.`),
    wayAround && `Way around: ${wayAround}.`,
    reopens && !isPastEnd(closure, now) && `Likely to reopen ${day(reopens)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** All that is known of a closure, in sentences. */
export const closureText = (closure: Closure, now: Date, words: TimeWords) =>
  `${closureHeadline(closure, now, words)}. ${closureDetails(closure, now, words)}`.trim()
