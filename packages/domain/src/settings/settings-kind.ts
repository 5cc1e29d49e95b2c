/** Settings that managers change while the site is running (RULES.md, SE). Fixed settings are in `site.json`. */
import * as z from 'zod/mini'
import type { ActionPeople, Assignee } from '../action/action-kind.ts'
import { type Decision, refuse } from '../decision.ts'
import { type Actor, isManager, MANAGER } from '../person/person.ts'
import { decide, ID, type RecordChange, type RecordOf, recordKind, VERSION, visibleTo } from '../record-kind.ts'

/** The ID of the only settings record, which every device knows. */
export const SETTINGS_ID = '5e771465-0000-4000-8000-000000000001'

const empty = { schema: z.nullable(z.string()), blank: null }

export const settingsKind = recordKind({
  name: 'settings',
  editableFields: {
    /** A new Action without an assignee is assigned to this person. */
    reviewerId: { schema: z.nullable(z.uuid()), blank: null, role: MANAGER, label: 'Default reviewer', refersTo: 'person' },
  },
  serverFields: {
    ...ID,
    reviewerName: empty,
    reviewerEmail: { ...empty, server: true, readers: { role: MANAGER, orIn: 'reviewerId' } },
    ...VERSION,
    updatedAt: { schema: z.nullable(z.iso.datetime()), blank: null, server: true },
    updatedBy: { schema: z.nullable(z.uuid()), blank: null },
    updatedByName: empty,
  },
  operations: {},
  derive: (next, before, _change, { reviewer }: ActionPeople) =>
    next.reviewerId === before?.reviewerId ? {} : { reviewerName: reviewer?.name ?? null, reviewerEmail: reviewer?.email ?? null },
})
export const Settings = settingsKind.document
export type Settings = RecordOf<typeof settingsKind>

/** SE3: returns the settings with only the fields that this person may read. */
export const projectSettings = (settings: Settings, actor: Pick<Actor, 'id' | 'role'>): Settings => visibleTo(settingsKind, settings, actor)

/** SE1, SE2: `reviewer` is the person that the patch names, if that person can log in. */
export function decideSettings(
  current: Settings,
  patch: unknown,
  actor: Actor,
  reviewer: (Assignee & { role: number }) | null,
  now: Date,
): Decision<RecordChange<Settings>> {
  if (!isManager(actor)) return refuse('not-allowed', 'only managers can change settings')
  const input = { recordId: current.id, patch, recordedAt: now.toISOString() }
  return decide(settingsKind, current, input, actor, { reviewer }, now, (_next, { reviewerId }) =>
    reviewer && reviewer.id === reviewerId && isManager(reviewer)
      ? null
      : { code: 'not-valid', detail: 'the default reviewer must be a manager' },
  )
}
