// Separate from the other guide code, because that code also runs in browsers.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GuidePage } from './guide.ts'
import { GuidePageError, parseGuidePage } from './guide-page.ts'
import { readPictures } from './guide-pictures.ts'

export { PICTURES_FOLDER } from './guide-pictures.ts'
export { parseMarkdown } from './markdown.ts'

export type GuideReading = { pages: GuidePage[]; issues: string[] }

/** Collects issues instead of stopping, so that authors see all issues together and the valid pages are still shown. */
export async function readGuideFolder(folder: string): Promise<GuideReading> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  const { pictures, issues } = await readPictures(folder)
  const reading: GuideReading = { pages: [], issues }
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    try {
      reading.pages.push(parseGuidePage(name.slice(0, -'.md'.length), text, pictures))
    } catch (error) {
      if (!(error instanceof GuidePageError)) throw error
      reading.issues.push(error.message)
    }
  }
  reading.pages.sort((a, b) => a.order - b.order || a.path.localeCompare(b.path, 'en'))
  return reading
}
