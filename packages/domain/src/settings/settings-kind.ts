/** Settings of the network that managers change while it runs (RULES.md, SE). What is fixed for a site stands in its `site.json`. */
import * as z from 'zod/mini'
import type { ActionPeople, Assignee } from '../action/action-kind.ts'
import { type Decision, refuse } from '../decision.ts'
import { type Actor, isManager, MANAGER } from '../person/person.ts'
import { decide, ID, type RecordChange, type RecordOf, recordKind, VERSION, visibleTo } from '../record-kind.ts'

/** There is one record of settings, and every phone knows its id without asking. */
export const SETTINGS_ID = '5e771465-0000-4000-8000-000000000001'

const empty = { schema: z.nullable(z.string()), blank: null }

export const settingsKind = recordKind({
  name: 'settings',
  written: {
    /** The default hazard reviewer: who is assigned a new action when nobody is chosen. */
    reviewerId: { schema: z.nullable(z.uuid()), blank: null, role: MANAGER, label: 'Default reviewer', refersTo: 'person' },
  },
  given: {
    ...ID,
    reviewerName: empty,
    reviewerEmail: { ...empty, server: true, readers: { role: MANAGER, orIn: 'reviewerId' } },
    ...VERSION,
    updatedAt: { schema: z.nullable(z.iso.datetime()), blank: null, server: true },
    updatedBy: { schema: z.nullable(z.uuid()), blank: null },
    updatedByName: empty,
  },
  operations: {},
  consequences: (next, before, _change, { reviewer }: ActionPeople) =>
    next.reviewerId === before?.reviewerId ? {} : { reviewerName: reviewer?.name ?? null, reviewerEmail: reviewer?.email ?? null },
})
export const Settings = settingsKind.document
export type Settings = RecordOf<typeof settingsKind>

/** SE3: the settings as this person receives them. */
export const projectSettings = (settings: Settings, actor: Pick<Actor, 'id' | 'role'>): Settings => visibleTo(settingsKind, settings, actor)

/** Rules of changing the settings (SE1, SE2). `reviewer` is the person whom the patch names, if there is one who can sign in. */
export function decideSettings(
  current: Settings,
  patch: unknown,
  actor: Actor,
  reviewer: (Assignee & { role: number }) | null,
  now: Date,
): Decision<RecordChange<Settings>> {
  if (!isManager(actor)) return refuse('not-allowed', 'settings are for managers')
  const input = { recordId: current.id, patch, recordedAt: now.toISOString() }
  return decide(settingsKind, current, input, actor, { reviewer }, now, (_next, { reviewerId }) =>
    reviewer && reviewer.id === reviewerId && isManager(reviewer)
      ? null
      : { code: 'not-valid', detail: 'the default reviewer must be a manager' },
  )
}
