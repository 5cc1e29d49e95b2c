import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Browsers show these pictures when they offer to install the app. */
type Screenshot = { src: string; sizes: string; type: string; form_factor: string; label: string }

export const screenshotsFolderOf = (folder: string) => join(folder, 'screenshots')

/** For example `2-narrow-trail-map.jpg`: the order, the shape of the screen, and the label. */
const NAME = /^\d-(narrow|wide)-([a-z0-9-]+)\.jpg$/

/** A site's own screenshots are optional. */
export async function readScreenshots(folder: string): Promise<Screenshot[]> {
  const names = await readdir(screenshotsFolderOf(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const shots = names.sort().map(async (name) => {
    const [, shape, words] = NAME.exec(name) ?? []
    if (!shape || !words) return []
    // A file that can't be read is left out, because the app works without it.
    const size = await sharp(join(screenshotsFolderOf(folder), name))
      .metadata()
      .catch(() => null)
    if (!size) return []
    const label = words.replaceAll('-', ' ')
    return [
      {
        src: `/images/${name}`,
        sizes: `${size.width}x${size.height}`,
        type: 'image/jpeg',
        form_factor: shape,
        label: label.charAt(0).toUpperCase() + label.slice(1),
      },
    ]
  })
  return (await Promise.all(shots)).flat()
}
