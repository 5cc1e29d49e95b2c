/**
 * What may be done with an action and what follows from it (RULES.md, A).
 *
 * A change carries only the fields that were touched. `decideAction` lays it over the record as it is now, so two people who touch
 * different fields both keep their work. It reads no clock and no storage: phones run it to show a change before it is sent.
 */
import * as z from 'zod/mini'
import { type Action, ActionPatch, ManagerFields, type Note, type Rating } from './action.ts'
import { accept, type Decision, type FieldChanges, refuse } from './decision.ts'
import { type Actor, isManager, isMember } from './person.ts'

export type Assignee = { id: string; name: string; email: string }

/** What the rules must know beyond the record: the site's words, its policy, and the people a change speaks of. */
export type ActionContext = {
  areas: readonly string[]
  trails: readonly { name: string; area: string | null }[]
  memberEdits: 'any' | 'own'
  /** The person whom `assignedTo` of the patch names; null when there is no such person. */
  assignee: Assignee | null
  /** The default hazard reviewer, if one is set. */
  reviewer: Assignee | null
}

export type ActionInput = { recordId: string; patch: unknown; recordedAt: string }

/** The record that follows, whether it is now deleted, and what differs from before, field by field: the history's line. */
export type ActionChange = { record: Action; deleted: boolean; changes: FieldChanges }

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
export const projectAction = (action: Action, actor: Pick<Actor, 'id' | 'role'>): Action =>
  isManager(actor) || action.assignedTo === actor.id ? action : { ...action, assignedEmail: null }

type Touched = { [Field in keyof ActionPatch]: Exclude<ActionPatch[Field], undefined> }

/** Only what was touched. Safe: the values that are left are those that the schema checked. */
const touchedOf = (patch: ActionPatch) => Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Touched

const MANAGER_ONLY = [...Object.keys(ManagerFields), 'deleted'] as const

function whyNotAllowed(current: Action | null, patch: Touched, actor: Actor, memberEdits: ActionContext['memberEdits']): string | null {
  if (!isMember(actor)) return 'actions are for members'
  const touched = MANAGER_ONLY.find((field) => field in patch)
  if (touched && !isManager(actor)) return `${touched} is for managers`
  if (!current || canEditAction(actor, current, memberEdits)) return null
  return current.status === 'Unresolved' ? 'members change their own actions only' : 'a resolved action is changed by managers only'
}

function whyNotValid(next: Action, patch: Touched, { areas, trails, assignee }: ActionContext): string | null {
  if (!areas.includes(next.area)) return `no such area: ${next.area}`
  if (patch.trail && !trails.some(({ name, area }) => name === patch.trail && area === next.area))
    return `no such trail in ${next.area}: ${patch.trail}`
  return patch.assignedTo && assignee?.id !== patch.assignedTo ? 'there is nobody to assign this to' : null
}

/** A1: a new action, before anything was said about it. Its number is the server's to give. */
function blank({ recordId, recordedAt }: ActionInput, actor: Actor, at: string): Action {
  const nobody = { assignedTo: null, assignedName: null, assignedEmail: null }
  const fields = { description: '', area: '', trail: null, detail: '', place: null, photoId: null }
  const created = { recordedAt, createdAt: at, createdBy: actor.id, createdByName: actor.name }
  const updated = { updatedAt: at, updatedBy: actor.id, updatedByName: actor.name }
  const state = { rating: 'Unrated', status: 'Unresolved', notes: [], completedAt: null, version: 0 } as const
  return { id: recordId, number: '', ...fields, ...state, notes: [], ...nobody, ...created, ...updated }
}

/** A5: a chosen assignee, else on creation the default reviewer, else as it was. The name and address are copied from the person. */
function assignment(current: Action | null, patch: Touched, { assignee, reviewer }: ActionContext) {
  const to = patch.assignedTo !== undefined ? assignee : null
  if (patch.assignedTo === undefined && current) return {}
  const chosen = to ?? (current ? null : reviewer)
  return { assignedTo: chosen?.id ?? null, assignedName: chosen?.name ?? null, assignedEmail: chosen?.email ?? null }
}

// A place may come from a phone, a schema or the database, each with its own order of keys.
const canonical = (value: unknown) => JSON.stringify(value, typeof value === 'object' && value ? Object.keys(value).sort() : undefined)
export const isSameValue = (a: unknown, b: unknown) => canonical(a) === canonical(b)

/** What a history shows; the rest of a record follows from these. */
export const TOLD_FIELDS = ['description', 'area', 'trail', 'detail', 'place', 'photoId', 'rating', 'status', 'assignedTo'] as const

function differences(current: Action | null, next: Action, note: Note | null, deleted: boolean): FieldChanges {
  const changed = TOLD_FIELDS.filter((field) => !isSameValue(current?.[field] ?? null, next[field]))
  const changes: FieldChanges = Object.fromEntries(
    changed.map((field) => [field, { before: current?.[field] ?? null, after: next[field] }]),
  )
  if (note) changes.notes = { before: null, after: { id: note.id, text: note.text } }
  if (deleted) changes.deleted = { before: false, after: true }
  return changes
}

/** May this person make this change, and what is the action afterwards? `current` is null when there is none yet. */
export function decideAction(
  current: Action | null,
  input: ActionInput,
  actor: Actor,
  context: ActionContext,
  now: Date,
): Decision<ActionChange> {
  const parsed = ActionPatch.safeParse(input.patch)
  if (!parsed.success) return refuse('not-valid', z.prettifyError(parsed.error))
  const patch = touchedOf(parsed.data)
  const { addNote, deleted = false, ...fields } = patch
  const notAllowed = whyNotAllowed(current, patch, actor, context.memberEdits)
  if (notAllowed) return refuse('not-allowed', notAllowed)
  if (!current && deleted) return refuse('gone', 'there is no such action')
  if (!current && !fields.description) return refuse('not-valid', 'description: Required')

  const at = now.toISOString()
  const base = current ?? blank(input, actor, at)
  const next: Action = { ...base, ...fields, ...assignment(current, patch, context) }
  const notValid = whyNotValid(next, patch, context)
  if (notValid) return refuse('not-valid', notValid)
  // The area was changed alone: the trail of the old one cannot stay, and refusing would lose a right correction.
  const strayed = next.trail !== null && !context.trails.some(({ name, area }) => name === next.trail && area === next.area)
  if (strayed) next.trail = null
  next.completedAt = next.status === 'Resolved' ? (base.completedAt ?? at) : null

  const isNew = addNote !== undefined && !base.notes.some(({ id }) => id === addNote.id)
  const note = isNew ? { ...addNote, createdAt: at, createdBy: actor.id, createdByName: actor.name } : null
  if (note) next.notes = [...base.notes, note]

  const changes = differences(current, next, note, deleted)
  if (Object.keys(changes).length === 0) return accept({ record: base, deleted: false, changes })
  const stamps = { updatedAt: at, updatedBy: actor.id, updatedByName: actor.name, version: base.version + 1 }
  return accept({ record: { ...next, ...stamps }, deleted, changes })
}

/** A10: the order in which ratings need a look; what was never rated comes first. */
export const ratingPriority = (rating: Rating | null | undefined): number =>
  rating ? { Unrated: 1, Extreme: 2, High: 3, Medium: 4, Low: 5 }[rating] : 0

/** A10: names of the theme's colours; an unrated action has none of its own. */
export const ratingColour = (rating: Rating): 'green' | 'orange' | 'red' | 'purple' | null =>
  (({ Unrated: null, Low: 'green', Medium: 'orange', High: 'red', Extreme: 'purple' }) as const)[rating]
