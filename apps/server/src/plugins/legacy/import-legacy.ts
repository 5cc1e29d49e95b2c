/**
 * The first step decides the outcome for each record without writing anything, and a dry run consists of only that step. The next run
 * continues a failed import (DATA-04). docs/migrate-from-previous-app.md is the guide, and
 * docs/decisions/0034-import-from-the-previous-app.md explains the design.
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
  /** New users can't log in until they receive a link. */
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
    ...unknown.map(({ collection, count }) => left(collection, '*', `${count} records`, 'this app has no such collection')),
  ]
  return { lines, newcomers }
}
