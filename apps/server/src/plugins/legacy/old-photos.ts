/** The files are exported separately from the records. */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { reencodeJpeg } from '#files/jpeg.ts'
import type { Upload } from '#files/upload.ts'

export type FindPhoto = (url: string) => Promise<Upload | string>

/** The part of the address after `/o/`, with %2F decoded. */
function storagePath(url: string): string {
  const path = /^[a-z]+:\/\//i.test(url) ? (URL.parse(url)?.pathname ?? '') : (url.split('?', 1)[0] ?? '')
  const stored = path.includes('/o/') ? path.slice(path.lastIndexOf('/o/') + 3) : path
  try {
    return decodeURIComponent(stored).replace(/^\/+/, '')
  } catch {
    return ''
  }
}

/**
 * The folder has either the storage's subfolders or all files at the top level. Never returns a file outside the folder, even if the
 * address contains `..`.
 */
export function photosIn(folder: string | null): FindPhoto {
  const root = folder && resolve(folder)
  return async (url) => {
    const name = storagePath(url)
    const called = basename(name) || 'without a name'
    if (!root) return `the photo ${called} was left out because no folder of photos was given`
    for (const path of [resolve(root, name), join(root, basename(name))]) {
      if (!path.startsWith(root + sep) || !(await stat(path).catch(() => null))?.isFile()) continue
      const picture = await reencodeJpeg(path)
      if (picture === 'busy' || !picture) return `the photo ${called} was left out because it is not a readable JPEG`
      return {
        path,
        sha256: createHash('sha256')
          .update(await readFile(path))
          .digest(),
      }
    }
    return `the photo ${called} was left out because its file is not in the folder`
  }
}
