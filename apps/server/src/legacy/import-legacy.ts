/**
 * Brings a council's records over from the old app (DATA-04). First it is decided what becomes of every record, which writes nothing and is
 * all that a dry run does; then it is written. Each step can be repeated: what broke off goes on at the next run.
 * docs/coming-from-the-old-app.md is for those who do it, docs/decisions/0034-the-way-over.md says why it is as it is.
 */
import type { SiteBundle } from '@trailwarden/site'
import type { Db } from '#db/database.ts'
import type { PhotoStore } from '#files/photo-store.ts'
import { planActions } from './bring-actions.ts'
import { planPeople } from './bring-people.ts'
import { planSettings, planUpdates } from './bring-status.ts'
import { type Line, left } from './import-report.ts'
import { readOldExport } from './old-export.ts'
import { photosIn } from './old-photos.ts'

export type ImportOptions = { dryRun?: boolean; photosFolder?: string | null }

export type ImportResult = {
  lines: Line[]
  /** People who cannot sign in until they are sent a link. */
  newcomers: number
}

export async function importLegacy(
  { db, store, bundle }: { db: Db; store: PhotoStore; bundle: SiteBundle },
  file: unknown,
  now: Date,
  { dryRun = false, photosFolder = null }: ImportOptions = {},
): Promise<ImportResult> {
  const { records, unreadable, unknown } = readOldExport(file)
  const { site, trails } = bundle
  const { people, newcomers, ...users } = await planPeople(db, records.users, now)
  const actions = await planActions(db, records.hazards, { site, trails, people, now }, photosIn(photosFolder))
  const updates = await planUpdates(db, records.updates, site, people, now)
  const settings = await planSettings(db, records.settings, people, now)
  if (!dryRun) {
    await users.write(db)
    await actions.write(db, store)
    await updates.write(db)
    await settings.write(db)
  }
  const lines = [
    ...[users, actions, updates, settings].flatMap((plan) => plan.lines),
    ...unreadable.map(({ collection, oldId, reason }) => left(collection, oldId, '', reason)),
    ...unknown.map(({ collection, count }) => left(collection, '*', `${count} records`, 'nothing here corresponds to this collection')),
  ]
  return { lines, newcomers }
}
