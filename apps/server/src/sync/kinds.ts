/** The kinds of records that travel by sync: how a change to each is applied, who sees it, and as what. The one list of them. */
import { type Actor, actionKind, type Decision, type Reader, type RecordKind, refuse } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/database.ts'
import type { Applied, Incoming } from '#db/history.ts'
import { actionDocumentFor, actionIsSeenBy } from '#features/actions/action-sql.ts'
import { type ActionDependencies, applyActionChange } from '#features/actions/actions.ts'
import { personDocumentFor, personIsSeenBy } from '#features/people/people.ts'
import { applySettingsChange, settingsDocumentFor } from '#features/settings/settings.ts'
import { applyTrailUpdate, trailUpdateDocumentFor } from '#features/trail-status/trail-status.ts'

/** SQL about a row `r` of the kind's table. */
export type ReadableKind = {
  table: RawBuilder<unknown>
  version: RawBuilder<number>
  isSeenBy(actor: Reader): RawBuilder<boolean>
  documentFor(actor: Reader): RawBuilder<unknown>
}

export type ApplyChange = (tx: Tx, actor: Actor, incoming: Incoming, now: Date) => Promise<Decision<Applied>>

const everyone = () => sql<boolean>`true`

export const READABLE: Readonly<Record<string, ReadableKind>> = {
  action: { table: sql`actions`, version: sql`r.version`, isSeenBy: actionIsSeenBy, documentFor: actionDocumentFor },
  'trail-update': { table: sql`trail_updates`, version: sql`1`, isSeenBy: everyone, documentFor: trailUpdateDocumentFor },
  settings: { table: sql`settings`, version: sql`r.version`, isSeenBy: everyone, documentFor: settingsDocumentFor },
  person: { table: sql`people`, version: sql`1`, isSeenBy: personIsSeenBy, documentFor: personDocumentFor },
}

/** What a patch must look like, of kinds whose wrong ones need not be remembered (push.ts). */
export const PATCHES: Readonly<Record<string, Pick<RecordKind['patch'], 'safeParse'>>> = {
  action: actionKind.patch,
}

export const applyChanges = (site: Site, actions: ActionDependencies): Readonly<Record<string, ApplyChange>> => ({
  action: (tx, actor, incoming, now) => applyActionChange(tx, actions, actor, incoming, now),
  'trail-update': (tx, actor, incoming) => applyTrailUpdate(tx, { site, mail: actions.mail }, actor, incoming),
  settings: applySettingsChange,
  // Passwords, letters and sessions hang on an account: it is changed by routes that answer at once.
  person: async () => refuse('not-allowed', 'people are not changed by sync'),
})
