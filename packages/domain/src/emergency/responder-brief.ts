/** The link that lets responders read of open hazards without an account (RULES.md, E). */
import { accept, type Decision, refuse } from '../decision.ts'
import { type Actor, isManager } from '../person/person.ts'
import { findByCode } from './post-code.ts'

const HOUR_MS = 3_600_000
/** Long enough for a search; a link that is forgotten in a group of messages is not open for weeks. */
export const BRIEF_LINK_MAX_HOURS = 72

/** May this person make a link, and until when does it work? */
export function decideBriefLink<Marker extends { code: string }>(
  actor: Pick<Actor, 'role'>,
  { code, hours }: { code: string; hours: number },
  markers: readonly Marker[],
  now: Date,
): Decision<{ marker: Marker; expiresAt: Date }> {
  if (!isManager(actor)) return refuse('not-allowed', 'links for responders are made by managers')
  const marker = findByCode(markers, code)
  if (!marker) return refuse('not-found', 'no post has this code')
  return accept({ marker, expiresAt: new Date(now.getTime() + hours * HOUR_MS) })
}

/** Refused from the very moment it expires. */
export const isBriefLinkOpen = ({ expiresAt }: { expiresAt: Date }, now: Date) => now < expiresAt
