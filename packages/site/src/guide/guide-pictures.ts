import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageSize } from 'image-size'
import type { Picture } from './markdown-tree.ts'

export const PICTURES_FOLDER = 'images'
/** Every device downloads all pictures for offline use, so their size is limited. */
const PICTURE_MAX_BYTES = 300 * 1024
const FOLDER_MAX_BYTES = 4 * 1024 * 1024

export type PictureReading = { pictures: Map<string, Picture>; issues: string[] }

const namesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

const kB = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`

// Doesn't use sharp, because the server restricts sharp to JPEG.
function measure(bytes: Buffer, format: string): { width: number; height: number } | null {
  try {
    const { type, width, height } = imageSize(bytes)
    return type === format ? { width, height } : null
  } catch {
    return null
  }
}

/** Each address contains a hash of the content, so a cached copy is never outdated. */
export async function readPictures(guideFolder: string): Promise<PictureReading> {
  const folder = join(guideFolder, PICTURES_FOLDER)
  const reading: PictureReading = { pictures: new Map(), issues: [] }
  let total = 0
  for (const name of (await namesIn(folder)).sort()) {
    const issue = (words: string) => reading.issues.push(`picture ${name}: ${words}`)
    const [, ending = ''] = /^[a-z0-9-]+\.(jpg|png|webp)$/.exec(name) ?? []
    if (!ending) {
      issue('the name may only contain lower-case letters, digits and hyphens, and must end in .jpg, .png or .webp')
      continue
    }
    const bytes = await readFile(join(folder, name))
    const size = measure(bytes, ending)
    if (!size) {
      issue(`is not a ${ending} file`)
      continue
    }
    if (bytes.length > PICTURE_MAX_BYTES) issue(`is ${kB(bytes.length)}; at most ${kB(PICTURE_MAX_BYTES)}, because every device stores it`)
    total += bytes.length
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
    reading.pictures.set(name, { src: `/${PICTURES_FOLDER}/${name}?v=${version}`, ...size })
  }
  if (total > FOLDER_MAX_BYTES) reading.issues.push(`all pictures together are ${kB(total)}; at most ${kB(FOLDER_MAX_BYTES)}`)
  return reading
}
