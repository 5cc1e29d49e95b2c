// The pictures of a guide: files in the folder `images` beside its pages, which name them as /images/….
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageSize } from 'image-size'
import type { Picture } from './markdown-tree.ts'

export const PICTURES_FOLDER = 'images'
/** Every phone downloads every picture, so that pages are whole without signal. */
const PICTURE_MAX_BYTES = 300 * 1024
const FOLDER_MAX_BYTES = 4 * 1024 * 1024

export type PictureReading = { pictures: Map<string, Picture>; issues: string[] }

const namesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

const kB = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`

// Not with sharp, which the server allows to open nothing but JPEG.
function measure(bytes: Buffer, format: string): { width: number; height: number } | null {
  try {
    const { type, width, height } = imageSize(bytes)
    return type === format ? { width, height } : null
  } catch {
    return null
  }
}

/** Every picture of a guide's folder by its name. The address carries a hash of the content, so that a copy of it never grows old. */
export async function readPictures(guideFolder: string): Promise<PictureReading> {
  const folder = join(guideFolder, PICTURES_FOLDER)
  const reading: PictureReading = { pictures: new Map(), issues: [] }
  let total = 0
  for (const name of (await namesIn(folder)).sort()) {
    const issue = (words: string) => reading.issues.push(`picture ${name}: ${words}`)
    const [, ending = ''] = /^[a-z0-9-]+\.(jpg|png|webp)$/.exec(name) ?? []
    if (!ending) {
      issue('the name may hold small letters, digits and hyphens, and ends in .jpg, .png or .webp')
      continue
    }
    const bytes = await readFile(join(folder, name))
    const size = measure(bytes, ending)
    if (!size) {
      issue(`is not a ${ending} file`)
      continue
    }
    if (bytes.length > PICTURE_MAX_BYTES) issue(`is ${kB(bytes.length)}; at most ${kB(PICTURE_MAX_BYTES)}, since every phone keeps it`)
    total += bytes.length
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
    reading.pictures.set(name, { src: `/${PICTURES_FOLDER}/${name}?v=${version}`, ...size })
  }
  if (total > FOLDER_MAX_BYTES) reading.issues.push(`all pictures together are ${kB(total)}; at most ${kB(FOLDER_MAX_BYTES)}`)
  return reading
}
