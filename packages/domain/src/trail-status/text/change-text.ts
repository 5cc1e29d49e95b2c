/** An alert's title has room for few words (RULES.md, T30). */
import type { Closure } from '../closure.ts'
import { sectionText } from './closure-text.ts'
import { type FollowedState, isLessRestricted, isMoreRestricted, partOf } from './status-news.ts'

/** For example "Icarus closed", "Icarus open again" or "Icarus closure planned". */
export type StatusChange = { name: string; what: string; kind: 'closing' | 'opening' | 'planned' }

type Now = FollowedState & {
  closures: readonly Closure[]
}

export function changeOf(name: string, is: Now, was: FollowedState): StatusChange | null {
  if (isMoreRestricted(is, was)) {
    const [part, ...others] = is.closures.filter((closure) => closure.section && !was.parts.includes(partOf(closure)))
    if (is.status !== 'Closed' && part?.section && others.length === 0)
      return { name, what: `${part.level.toLowerCase()} ${sectionText(part.section)}`, kind: 'closing' }
    return { name, what: (is.status ?? 'unknown').toLowerCase(), kind: 'closing' }
  }
  if (is.planned.some((closure) => !was.planned.includes(closure))) return { name, what: 'closure planned', kind: 'planned' }
  if (!isLessRestricted(is, was)) return null
  if (is.status === was.status) return { name: `Part of ${name}`, what: 'open again', kind: 'opening' }
  // Without a previous status, the trail may never have been closed, so the text doesn't say "again".
  const again = was.status === null ? '' : ' again'
  return { name, what: `${(is.status ?? 'unknown').toLowerCase()}${again}`, kind: 'opening' }
}

/** If there are more trails or networks, the text only counts them. */
const MOST_NAMES = 2

function joinNames(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return more > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${more} more` : names.join(' and ')
}

/** For example "Icarus and Old Dam closed, Relay open again", closures first. */
export function changesText(changes: readonly StatusChange[]): string {
  const order = ['closing', 'planned', 'opening']
  const sorted = changes.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  const groups = Map.groupBy(sorted, ({ what }) => what)
  return [...groups].map(([what, all]) => `${joinNames(all.map(({ name }) => name))} ${what}`).join(', ')
}
