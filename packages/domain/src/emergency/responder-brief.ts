import { accept, type Decision, refuse } from '../decision.ts'
import { type Actor, isManager } from '../person/person.ts'
import { findByCode } from './post-code.ts'

const HOUR_MS = 3_600_000
/** Long enough for a search, but short enough that a link left in a group chat doesn't work for weeks. */
export const BRIEF_LINK_MAX_HOURS = 72

export function decideBriefLink<Marker extends { code: string }>(
  actor: Pick<Actor, 'role'>,
  { code, hours }: { code: string; hours: number },
  markers: readonly Marker[],
  now: Date,
): Decision<{ marker: Marker; expiresAt: Date }> {
  if (!isManager(actor)) return refuse('not-allowed', 'only managers can create responder links')
  const marker = findByCode(markers, code)
  if (!marker) return refuse('not-found', 'No post has this code.')
  return accept({ marker, expiresAt: new Date(now.getTime() + hours * HOUR_MS) })
}

export const isBriefLinkOpen = ({ expiresAt }: { expiresAt: Date }, now: Date) => now < expiresAt
