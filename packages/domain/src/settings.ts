/** Settings of the network that managers change while it runs (RULES.md, S). What is fixed for a site stands in its `site.json`. */
import * as z from 'zod/mini'
import type { Assignee } from './action-rules.ts'
import { accept, type Decision, type FieldChanges, refuse } from './decision.ts'
import { type Actor, isManager } from './person.ts'

/** There is one record of settings, and every phone knows its id without asking. */
export const SETTINGS_ID = '5e771465-0000-4000-8000-000000000001'

const SettingsPatch = z.strictObject({ reviewerId: z.uuid() })

export const Settings = z.object({
  id: z.uuid(),
  /** The default hazard reviewer: who is assigned a new action when nobody is chosen. */
  reviewerId: z.nullable(z.uuid()),
  reviewerName: z.nullable(z.string()),
  /** Null in what members receive. */
  reviewerEmail: z.nullable(z.string()),
  version: z.int(),
  updatedAt: z.nullable(z.iso.datetime()),
  updatedBy: z.nullable(z.uuid()),
  updatedByName: z.nullable(z.string()),
})
export type Settings = z.infer<typeof Settings>

/** S3: the settings as this person receives them. */
export const projectSettings = (settings: Settings, actor: Pick<Actor, 'id' | 'role'>): Settings =>
  isManager(actor) || settings.reviewerId === actor.id ? settings : { ...settings, reviewerEmail: null }

/** Rules of changing the settings (S1, S2). `reviewer` is the person whom the patch names, if there is one who can sign in. */
export function decideSettings(
  current: Settings,
  patch: unknown,
  actor: Actor,
  reviewer: (Assignee & { role: number }) | null,
  now: Date,
): Decision<{ record: Settings; changes: FieldChanges }> {
  if (!isManager(actor)) return refuse('not-allowed', 'settings are for managers')
  const parsed = SettingsPatch.safeParse(patch)
  if (!parsed.success) return refuse('not-valid', z.prettifyError(parsed.error))
  const { reviewerId } = parsed.data
  if (reviewer?.id !== reviewerId || !isManager(reviewer)) return refuse('not-valid', 'the default reviewer must be a manager')
  if (current.reviewerId === reviewerId) return accept({ record: current, changes: {} })
  const copied = { reviewerId, reviewerName: reviewer.name, reviewerEmail: reviewer.email }
  const stamps = { updatedAt: now.toISOString(), updatedBy: actor.id, updatedByName: actor.name, version: current.version + 1 }
  return accept({
    record: { ...current, ...copied, ...stamps },
    changes: { reviewerId: { before: current.reviewerId, after: reviewerId } },
  })
}
