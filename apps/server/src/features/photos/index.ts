import { photosPermissions } from '@trailwarden/api/permissions/photos'
import { type Core, defineFeature, type FeatureModule } from '#core/feature.ts'
import { createBucket } from '#http/security/rate-limit.ts'
import { removeOldOriginals, removeUnusedFiles } from './photo-blur.ts'
import { photoRoutes } from './photo-routes.ts'
import { PhotoSettings } from './photo-settings.ts'
import { openPhotoSweep, PHOTO_QUEUES } from './photo-sweep.ts'
import type { SeenBy } from './photos.ts'

async function openPhotos({ config, database, db, photoStore: store, log, hooks }: Core<PhotoSettings>) {
  const sweep = await openPhotoSweep(database, store, log)
  const { expectClaim } = sweep
  const seenBy: SeenBy = {
    action: (reader) => hooks.isSeenBy('action', reader),
    point: (reader) => hooks.isSeenBy('point', reader),
    person: (reader) => hooks.isSeenBy('person', reader),
    report: (reader) => hooks.isSeenBy('report', reader),
  }
  const uploads = createBucket(config.PHOTOS_PER_HOUR / 60, config.PHOTOS_AT_ONCE)
  return defineFeature(
    {
      name: 'photos',
      routes: (app) => photoRoutes(app, { db, store, expectClaim, folder: config.PHOTOS_DIR, seenBy }, uploads),
      work: sweep,
      retention: {
        'unblurred copies of photos': removeUnusedFiles({ db, store }),
        'originals of blurred photos': removeOldOriginals({ db, store }),
      },
    },
    { expectClaim },
  )
}

export const photos = {
  permissions: photosPermissions,
  config: PhotoSettings,
  queues: PHOTO_QUEUES,
  open: openPhotos,
} satisfies FeatureModule
