/**
 * Decides which changes to an Action are allowed (RULES.md, A). A change contains only the edited fields, so that if two people edit
 * different fields, both edits are preserved. Devices show unsent changes with the `merge` that the server uses.
 */
import type { Decision } from '../decision.ts'
import { type Actor, isManager, isMember } from '../person/person.ts'
import { blurDifference, photoDifference, tooManyPhotos } from '../photo/photos.ts'
import { decide, type Input, type RecordChange, visibleTo } from '../record-kind.ts'
import { type Action, type ActionPatch, type Assignee, actionKind, NOTES_MAX, photosOf } from './action-kind.ts'

export type Area = { name: string; networkId: string }

/** A6: some areas are used only for posts and reports and have no trails. */
export function trailsOfArea<Trail extends { area: string | null }>(
  areas: readonly Area[],
  trails: readonly Trail[],
  area: string,
): Trail[] {
  const networkOf = (wanted: string | null) => areas.find(({ name }) => name === wanted)?.networkId
  const network = networkOf(area)
  return network === undefined ? [] : trails.filter((trail) => networkOf(trail.area) === network)
}

export type ActionContext = {
  areas: readonly Area[]
  trails: readonly { name: string; area: string | null }[]
  memberEdits: 'any' | 'own'
  assignee: Assignee | null
  reviewer: Assignee | null
}

export type ActionChange = RecordChange<Action>

type Seen = Pick<Action, 'status' | 'createdBy' | 'assignedTo'>

export const isOwnAction = (actor: Pick<Actor, 'id'>, action: Pick<Seen, 'createdBy' | 'assignedTo'>) =>
  action.createdBy === actor.id || action.assignedTo === actor.id

/** A8: checks who can see an Action that isn't deleted. */
export const canSeeAction = (actor: Pick<Actor, 'id' | 'role'>, action: Seen) =>
  isManager(actor) || (isMember(actor) && (action.status === 'Unresolved' || isOwnAction(actor, action)))

/** A3: checks who may edit the reporter's fields or add a note. */
export const canEditAction = (actor: Pick<Actor, 'id' | 'role'>, action: Seen, memberEdits: ActionContext['memberEdits']) =>
  isManager(actor) || (isMember(actor) && action.status === 'Unresolved' && (memberEdits === 'any' || isOwnAction(actor, action)))

/** A9: returns the Action with only the fields that this person may read. */
export const projectAction = (action: Action, actor: Pick<Actor, 'id' | 'role'>): Action => visibleTo(actionKind, action, actor)

function whyNotAllowed(current: Action | null, actor: Actor, memberEdits: ActionContext['memberEdits']): string | null {
  if (!isMember(actor)) return 'only members can edit Actions'
  if (!current || canEditAction(actor, current, memberEdits)) return null
  return current.status === 'Unresolved' ? 'members can edit only their own Actions' : 'only managers can edit a resolved Action'
}

/** A18: only managers can mark a photo as taken after the fix, because reporters see the marked photos. */
const whyNotMarked = ({ addPhotos = [], notePhotos = [] }: ActionPatch, actor: Actor): string | null =>
  !isManager(actor) && [...addPhotos, ...notePhotos].some(({ after }) => after !== undefined)
    ? 'only managers can mark photos as taken after the fix'
    : null

/**
 * A17, A18: the text no longer applies if someone else has changed the status. A refusal returns the text to its author, who would
 * otherwise lose it without notice.
 */
function whyNotNow({ status }: Action, patch: ActionPatch): string | null {
  if (patch.status !== undefined || patch.mergedInto) return null
  if (patch.fix && status === 'Unresolved') return 'This Action has been reopened. Mark it as Resolved to record what was done.'
  return (patch.waitingFor || patch.waitingUntil) && status === 'Resolved'
    ? 'This Action has been resolved, so it can’t be set to Waiting.'
    : null
}

function whyNotValid(next: Action, patch: ActionPatch, { areas, trails, assignee }: ActionContext): string | null {
  if (!areas.some(({ name }) => name === next.area)) return `no such area: ${next.area}`
  if (patch.trail && !trailsOfArea(areas, trails, next.area).some(({ name }) => name === patch.trail))
    return `no such trail in ${next.area}: ${patch.trail}`
  if (next.mergedInto === next.id) return 'an Action can’t be merged into itself'
  return patch.assignedTo && assignee?.id !== patch.assignedTo ? 'the assignee doesn’t exist' : null
}

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
      return { code: 'too-many-notes', detail: `an Action can have at most ${NOTES_MAX} notes` }
    const tooMany = tooManyPhotos(current ? photosOf(current) : [], photosOf(next))
    if (tooMany) return tooMany
    const notValid = whyNotValid(next, patch, context)
    return notValid ? { code: 'not-valid', detail: notValid } : null
  })
  if (!decision.ok) return decision
  // The history stores the note without its author's name, so that the name disappears when that person is deleted.
  const note = decision.record.record.notes[current?.notes.length ?? 0]
  if (note) decision.record.changes.notes = { before: null, after: { id: note.id, text: note.text } }
  const photos = photoDifference(current ? photosOf(current) : [], photosOf(decision.record.record))
  if (photos) decision.record.changes.photos = photos
  const blurred = blurDifference(current ? photosOf(current) : [], photosOf(decision.record.record))
  if (blurred) decision.record.changes.blurPhotos = blurred
  return decision
}
