/**
 * Follows the database backup, so that the photo backup includes every photo in the database backup. Deleted photos are retained as long as
 * backups.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { chown, copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { folderBlobs } from '../../files/blob-store.ts'
import type { BucketBlobs } from '../../files/bucket-blobs.ts'
import { PHOTO_SIZES } from '../../files/photo-store.ts'
import { runProgram } from '../programs.ts'
import type { Details } from './dump-engine.ts'

export type ReadPhoto = (file: string) => Promise<Buffer | null>

export type PhotoEngine = {
  backup(): Promise<Details>
  verify(): Promise<Details>
  restoreTo(folder: string): Promise<ReadPhoto>
  restore(): Promise<void>
}

async function photosIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part') && !entry.name.startsWith('.'))
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
export const hashOfFile = async (file: string) => hashOf(await readFile(file))

const mainPhoto = (name: string) => name.replace(new RegExp(`-(${PHOTO_SIZES.join('|')})\\.jpg$`), '.jpg')

export async function copyMissing(from: string, to: string, wanted: ReadonlySet<string> | null = null): Promise<number> {
  let copied = 0
  await mkdir(to, { recursive: true, mode: 0o750 })
  const { uid, gid } = await stat(to)
  // Files created by root would belong to root, and the app couldn't read them.
  const hand = async (path: string) => void (process.getuid?.() === 0 && (await chown(path, uid, gid)))
  for (const name of await photosIn(from)) {
    if (wanted && !wanted.has(mainPhoto(name))) continue
    const target = join(to, name)
    const [there, here] = await Promise.all([stat(target).catch(() => null), stat(join(from, name)).catch(() => null)])
    // If the file no longer exists, the photo has just been deleted and no row refers to it.
    if (!here || there?.size === here.size) continue
    await mkdir(dirname(target), { recursive: true, mode: 0o750 })
    await copyFile(join(from, name), `${target}.part`, constants.COPYFILE_FICLONE)
    await hand(dirname(target))
    await hand(`${target}.part`)
    await rename(`${target}.part`, target)
    copied++
  }
  return copied
}

export async function hashesOfPhotos(folder: string): Promise<Record<string, string>> {
  const names = (await photosIn(folder)).sort()
  const hashes: Record<string, string> = {}
  for (const name of names) hashes[name] = await hashOfFile(join(folder, name))
  return hashes
}

/** restic reads its repository and password from RESTIC_…. */
export function resticEngine(photosDir: string, keepDays: number): PhotoEngine {
  const restic = (...args: string[]) => runProgram('restic', ['--quiet', ...args])
  return {
    async backup() {
      await mkdir(photosDir, { recursive: true })
      await restic('backup', '--exclude', '*.part', '--tag', 'trailwarden', photosDir)
      await restic('forget', '--tag', 'trailwarden', '--keep-within', `${keepDays}d`, '--prune')
      return { photos: (await photosIn(photosDir)).length }
    },
    async verify() {
      await restic('check')
      return {}
    },
    async restoreTo(folder) {
      await restic('restore', 'latest', '--tag', 'trailwarden', '--path', photosDir, '--target', folder)
      return folderBlobs(join(folder, photosDir)).get
    },
    async restore() {
      await restic('restore', 'latest', '--tag', 'trailwarden', '--path', photosDir, '--target', '/')
    },
  }
}

export function photoCopies(photosDir: string, backupDir: string, keepDays: number): PhotoEngine {
  const copies = join(backupDir, 'photos')
  return {
    async backup() {
      const copied = await copyMissing(photosDir, copies)
      const live = new Set(await photosIn(photosDir))
      const [now, oldest] = [new Date(), Date.now() - keepDays * 86_400_000]
      for (const name of await photosIn(copies)) {
        const copy = join(copies, name)
        // A copy's modification time records when the original was last seen.
        if (live.has(name)) await utimes(copy, now, now)
        else if ((await stat(copy)).mtimeMs < oldest) await rm(copy)
      }
      return { photos: live.size, copied }
    },
    async verify() {
      const live = await photosIn(photosDir)
      for (const name of live) {
        const copy = join(copies, name)
        if (!(await stat(copy).catch(() => null))) continue
        if ((await hashOfFile(copy)) !== (await hashOfFile(join(photosDir, name)))) throw new Error(`The copy of ${name} is damaged.`)
      }
      return { photos: live.length }
    },
    async restoreTo(folder) {
      await copyMissing(copies, folder)
      return folderBlobs(folder).get
    },
    async restore() {
      await copyMissing(copies, photosDir)
    },
  }
}

/** Relies on the bucket's versioning. Operators restore removed or overwritten photos with the provider's tools. */
export function bucketVersions(bucket: BucketBlobs): PhotoEngine {
  const check = async () => {
    if (!(await bucket.keepsVersions()))
      throw new Error('The photo bucket has no versioning, so removed photos cannot be restored. Enable versioning (docs/install.md).')
    return { photos: 'in the bucket, with versioning' }
  }
  return { backup: check, verify: check, restoreTo: async () => bucket.get, restore: async () => undefined }
}
