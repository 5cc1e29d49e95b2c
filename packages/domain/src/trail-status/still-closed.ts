/** Setting a network to Open leaves some trails and sections closed, which a manager can open too (RULES.md, T13). */
import { type Closure, hasBegun, type TrailWord } from './closure.ts'
import { type NetworkStatements, networkOutcome, trailsAt } from './network-outcome.ts'
import { exceptionsOf, listNames } from './text/exceptions-text.ts'

export type StillClosed = {
  /** For example "Icarus stays closed." */
  text: string
  /** The status that riders will see, such as "Partially Open. Icarus closed." */
  reading: string
  subject: string
  opened: { words: Record<string, TrailWord>; closures: Closure[] }
}

export function findStillClosed(statements: NetworkStatements, networkName: string, now: Date): StillClosed | null {
  const { word, words, closures } = statements
  const { status, exceptions } = networkOutcome(statements, now)
  if (word !== 'Open' || status === 'Open') return null
  const reading = `${status}. ${exceptions}`.trim()
  const without = (isOpened: (trailId: string | null) => boolean) => ({
    words: Object.fromEntries(Object.entries(words).filter(([id]) => !isOpened(id))),
    closures: closures.filter((closure) => !isOpened(closure.trailId) || !hasBegun(closure, now)),
  })
  if (closures.some((closure) => closure.trailId === null && hasBegun(closure, now))) {
    const subject = `all of ${networkName}`
    return { text: `All of ${networkName} stays closed.`, reading, subject, opened: without((trailId) => trailId === null) }
  }
  const affected = trailsAt(statements, word, now).filter((trail) => trail.status !== 'Open')
  const opened = without((trailId) => affected.some(({ id }) => id === trailId))
  if (status === 'Closed') return { text: 'All trails stay closed.', reading, subject: 'all trails', opened }
  const text = exceptionsOf(affected, '')
    .map(({ subject, isPlural, state }) => `${subject} ${isPlural ? 'stay' : 'stays'} ${state}.`)
    .join(' ')
  return { text, reading, subject: affected.length > 2 ? `${affected.length} trails` : listNames(affected), opened }
}
