/** Files of the old app's photos, which are exported apart from its records: found by the address that a record has of them. */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { reencodeJpeg } from '#files/jpeg.ts'
import type { Upload } from '#files/upload.ts'

/** The file of a photo, or why it cannot be had. */
export type FindPhoto = (url: string) => Promise<Upload | string>

/** The path of a photo in the old storage: what comes after `/o/`, with its slashes written as %2F. */
function storagePath(url: string): string {
  const path = /^[a-z]+:\/\//i.test(url) ? (URL.parse(url)?.pathname ?? '') : (url.split('?', 1)[0] ?? '')
  const stored = path.includes('/o/') ? path.slice(path.lastIndexOf('/o/') + 3) : path
  try {
    return decodeURIComponent(stored).replace(/^\/+/, '')
  } catch {
    return ''
  }
}

/** In the folder as the storage had it, or all files side by side. Never outside of it, whatever an address says. */
export function photosIn(folder: string | null): FindPhoto {
  const root = folder && resolve(folder)
  return async (url) => {
    const name = storagePath(url)
    const called = basename(name) || 'without a name'
    if (!root) return `the photo ${called} was left: no folder of photos was named`
    for (const path of [resolve(root, name), join(root, basename(name))]) {
      if (!path.startsWith(root + sep) || !(await stat(path).catch(() => null))?.isFile()) continue
      const picture = await reencodeJpeg(path)
      if (picture === 'busy' || !picture) return `the photo ${called} was left: it is no JPEG that can be opened`
      return {
        path,
        sha256: createHash('sha256')
          .update(await readFile(path))
          .digest(),
      }
    }
    return `the photo ${called} was left: its file is not in the folder`
  }
}
