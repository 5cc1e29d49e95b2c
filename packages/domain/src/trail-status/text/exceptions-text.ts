/** Managers never type the sentences about closed or limited trails (RULES.md, T26). */
import type { Closure } from '../closure.ts'
import type { TrailStatus } from '../public-status.ts'

export type ExceptionTrail = {
  name: string
  /** Null if the trail follows its network. */
  word: TrailStatus | null
  status: TrailStatus
  closures: readonly Pick<Closure, 'level' | 'section'>[]
}

/** If there are more trails, the text only counts them. */
const MOST_NAMES = 2

export const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+|\n+/)

export const namePattern = (name: string, flags = 'iu') =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, flags)

const names = (sentence: string, name: string) => namePattern(name).test(sentence)

/** Sentences that also mention "open" don't count. */
function isMentioned(message: string, { name, closures }: ExceptionTrail, about: RegExp): boolean {
  const posts = closures.flatMap(({ section }) => (section?.from && section.to ? [[section.from, section.to] as const] : []))
  return sentencesOf(message).some(
    (sentence) =>
      about.test(sentence) &&
      !/\bopen/i.test(sentence) &&
      (names(sentence, name) || (posts.length > 0 && posts.every((pair) => pair.every((code) => names(sentence, code))))),
  )
}

const CLOSED = /\b(closed|closure|closures|shut)\b/i
const LIMITED = /\b(limited|limits?|care|caution)\b/i

export const listNames = (trails: readonly { name: string }[]) => trails.map(({ name }) => name).join(' and ')

/** `subject` is for example "Icarus and Garnup", "Part of Bay of Fires" or "3 trails". */
export type Exception = { subject: string; state: 'closed' | 'limited' | 'partially open'; isPlural: boolean; isCounted: boolean }

export function exceptionsOf(trails: readonly ExceptionTrail[], message: string): Exception[] {
  const hasPart = (trail: ExceptionTrail, level: Closure['level']) =>
    trail.closures.some((closure) => closure.section && closure.level === level)
  const closed = trails.filter(({ status }) => status === 'Closed')
  const others = trails.filter(({ status }) => status !== 'Closed')
  const partlyClosed = others.filter((trail) => hasPart(trail, 'Closed'))
  const limited = others.filter((trail) => !partlyClosed.includes(trail) && hasPart(trail, 'Limited'))
  const partial = others.filter((trail) => trail.word === 'Partially Open' && !partlyClosed.includes(trail) && !limited.includes(trail))

  const exception = (all: readonly ExceptionTrail[], about: RegExp, state: Exception['state'], isPart: boolean): Exception[] => {
    const unmentioned = all.filter((trail) => !isMentioned(message, trail, about))
    if (unmentioned.length === 0) return []
    const isCounted = all.length > MOST_NAMES
    const isPlural = isCounted || unmentioned.length > 1
    const what = isCounted ? `${all.length} trails` : listNames(unmentioned)
    return [{ subject: isPart ? `${isPlural ? 'Parts' : 'Part'} of ${what}` : what, state, isPlural, isCounted }]
  }
  return [
    ...exception(closed, CLOSED, 'closed', false),
    ...exception(partlyClosed, CLOSED, 'closed', true),
    ...exception(limited, LIMITED, 'limited', true),
    ...exception(partial, /\bpartially open\b/i, 'partially open', false),
  ]
}

/** For example "Icarus closed. Part of Bay of Fires closed." Empty if the message already mentions all exceptions. */
export const exceptionsText = (trails: readonly ExceptionTrail[], message: string): string =>
  exceptionsOf(trails, message)
    .map(({ subject, state }) => `${subject} ${state}.`)
    .join(' ')
