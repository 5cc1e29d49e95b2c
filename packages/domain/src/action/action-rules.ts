/**
 * What may be done with an action and what follows from it (RULES.md, A).
 *
 * A change carries only the fields that were touched. `merge` lays it over the record as it is now, so two people who touch
 * different fields both keep their work. `decideAction` runs on the server; phones run the same `merge` to show a change before it is sent.
 */
import type { Decision } from '../decision.ts'
import { type Actor, isManager, isMember } from '../person/person.ts'
import { blurDifference, photoDifference, tooManyPhotos } from '../photo/photos.ts'
import { decide, type Input, type RecordChange, visibleTo } from '../record-kind.ts'
import { type Action, type ActionPatch, type Assignee, actionKind, NOTES_MAX, photosOf } from './action-kind.ts'

/** A word for where something is, and the network it belongs to. */
export type Area = { name: string; networkId: string }

/** A6: the trails of an area are those of its network. Some areas are known to posts and reports alone, and no trail says that it lies there. */
export function trailsOfArea<Trail extends { area: string | null }>(
  areas: readonly Area[],
  trails: readonly Trail[],
  area: string,
): Trail[] {
  const networkOf = (wanted: string | null) => areas.find(({ name }) => name === wanted)?.networkId
  const network = networkOf(area)
  return network === undefined ? [] : trails.filter((trail) => networkOf(trail.area) === network)
}

/** What the rules must know beyond the record: the site's words, its policy, and the people a change speaks of. */
export type ActionContext = {
  areas: readonly Area[]
  trails: readonly { name: string; area: string | null }[]
  memberEdits: 'any' | 'own'
  /** The person whom `assignedTo` of the patch names; null when there is no such person. */
  assignee: Assignee | null
  /** The default hazard reviewer, if one is set. */
  reviewer: Assignee | null
}

export type ActionChange = RecordChange<Action>

type Seen = Pick<Action, 'status' | 'createdBy' | 'assignedTo'>

export const isOwnAction = (actor: Pick<Actor, 'id'>, action: Pick<Seen, 'createdBy' | 'assignedTo'>) =>
  action.createdBy === actor.id || action.assignedTo === actor.id

/** A8: who sees an action that is not deleted. */
export const canSeeAction = (actor: Pick<Actor, 'id' | 'role'>, action: Seen) =>
  isManager(actor) || (isMember(actor) && (action.status === 'Unresolved' || isOwnAction(actor, action)))

/** A3: who may change what the reporter wrote, or add a note. */
export const canEditAction = (actor: Pick<Actor, 'id' | 'role'>, action: Seen, memberEdits: ActionContext['memberEdits']) =>
  isManager(actor) || (isMember(actor) && action.status === 'Unresolved' && (memberEdits === 'any' || isOwnAction(actor, action)))

/** A9: an action as this person receives it. */
export const projectAction = (action: Action, actor: Pick<Actor, 'id' | 'role'>): Action => visibleTo(actionKind, action, actor)

function whyNotAllowed(current: Action | null, actor: Actor, memberEdits: ActionContext['memberEdits']): string | null {
  if (!isMember(actor)) return 'actions are for members'
  if (!current || canEditAction(actor, current, memberEdits)) return null
  return current.status === 'Unresolved' ? 'members change their own actions only' : 'a resolved action is changed by managers only'
}

/** A18: the photo that shows the fix is seen by whoever reported it. */
const whyNotMarked = ({ addPhotos = [], notePhotos = [] }: ActionPatch, actor: Actor): string | null =>
  !isManager(actor) && [...addPhotos, ...notePhotos].some(({ after }) => after !== undefined)
    ? 'photos are marked as taken after the fix by managers'
    : null

/** Words that somebody else's change has left without a place: they stay with their author instead of being dropped unseen (A17, A18). */
function whyNotNow({ status }: Action, patch: ActionPatch): string | null {
  if (patch.status !== undefined || patch.mergedInto) return null
  if (patch.fix && status === 'Unresolved') return 'It was opened again meanwhile. Mark it as Resolved to say what was done.'
  return (patch.waitingFor || patch.waitingUntil) && status === 'Resolved' ? 'It was resolved meanwhile, so it waits for nothing.' : null
}

function whyNotValid(next: Action, patch: ActionPatch, { areas, trails, assignee }: ActionContext): string | null {
  if (!areas.some(({ name }) => name === next.area)) return `no such area: ${next.area}`
  if (patch.trail && !trailsOfArea(areas, trails, next.area).some(({ name }) => name === patch.trail))
    return `no such trail in ${next.area}: ${patch.trail}`
  if (next.mergedInto === next.id) return 'an action is not merged into itself'
  return patch.assignedTo && assignee?.id !== patch.assignedTo ? 'there is nobody to assign this to' : null
}

/** May this person make this change, and what is the action afterwards? `current` is null when there is none yet. */
export function decideAction(
  current: Action | null,
  input: Input,
  actor: Actor,
  context: ActionContext,
  now: Date,
): Decision<ActionChange> {
  const decision = decide(actionKind, current, input, actor, context, now, (next, patch) => {
    const notAllowed = whyNotAllowed(current, actor, context.memberEdits) ?? whyNotMarked(patch, actor)
    if (notAllowed) return { code: 'not-allowed', detail: notAllowed }
    const notNow = whyNotNow(next, patch)
    if (notNow) return { code: 'changed-since', detail: notNow }
    if (current && next.notes.length > current.notes.length && next.notes.length > NOTES_MAX)
      return { code: 'too-many-notes', detail: `an action has at most ${NOTES_MAX} notes` }
    const tooMany = tooManyPhotos(current ? photosOf(current) : [], photosOf(next))
    if (tooMany) return tooMany
    const notValid = whyNotValid(next, patch, context)
    return notValid ? { code: 'not-valid', detail: notValid } : null
  })
  if (!decision.ok) return decision
  // The history holds what was written and not who wrote it: names are forgotten with their person.
  const note = decision.record.record.notes[current?.notes.length ?? 0]
  if (note) decision.record.changes.notes = { before: null, after: { id: note.id, text: note.text } }
  const photos = photoDifference(current ? photosOf(current) : [], photosOf(decision.record.record))
  if (photos) decision.record.changes.photos = photos
  const blurred = blurDifference(current ? photosOf(current) : [], photosOf(decision.record.record))
  if (blurred) decision.record.changes.blurPhotos = blurred
  return decision
}
