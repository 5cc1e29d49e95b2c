/** `--back` moves photos from the bucket to the folder. Exits with 2 if photos were missing. */
import { parseArgs } from 'node:util'
import { movePhotos } from '../features/photos/move-photos.ts'
import { folderBlobs } from '../files/blob-store.ts'
import { bucketOf } from '../files/photo-store.ts'
import { type OpsCommand, withDatabase } from './ops-command.ts'

const SOME_WERE_MISSING = 2

export const photosCommand: OpsCommand = {
  usage: 'photos move [--back]',
  read(args) {
    const { values, positionals } = parseArgs({ args, options: { back: { type: 'boolean', default: false } }, allowPositionals: true })
    if (positionals.join(' ') !== 'move') return null
    return withDatabase(async ({ db }, config) => {
      const bucket = bucketOf(config)
      if (!bucket) throw new Error('Photos cannot be moved: PHOTOS_S3_ENDPOINT is not set (docs/install.md).')
      const folder = folderBlobs(config.PHOTOS_DIR)
      const [from, to] = values.back ? [bucket, folder] : [folder, bucket]
      const { moved, bytes, wereThere, missing } = await movePhotos({ db, from, to })
      console.log(`Moved ${moved} photos, ${(bytes / 1e6).toFixed(1)} MB. ${wereThere} were there already.`)
      if (missing.length > 0) console.log(`Missing in both places: ${missing.join(', ')}`)
      return missing.length > 0 ? SOME_WERE_MISSING : 0
    })
  },
}
