// Makes the picture of a network that home shows: its trails on its own base map, from afar, for the light and the dark theme.
//   npm run home-picture -- <site>    writes sites/<site>/tiles/home/light.webp and dark.webp, which homePictures of site.json names
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { readSiteBundle } from '../packages/site/src/files.ts'
import type { SiteBundle, Trail } from '../packages/site/src/index.ts'
import { type LonLat, TILE_SIZE, worldPixel } from '../packages/site/src/sample-terrain/tile-grid.ts'

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const WIDTH = 960
const HEIGHT = 560
/** What a phone, which cuts off above and below, and a desktop, which cuts off at the sides, both still show. */
const SAFE = { width: 620, height: 300 }
/** Below the middle: above stands what kind of data it is. */
const LOWER = 30
/** Small enough to come after everything else on a slow line. */
const MOST_BYTES = 40_000

/** Tiles of the zoom above are made smaller: lines and shades stay sharp. */
function viewOf(trails: readonly Trail[]) {
  const [lons, lats] = [0, 1].map((axis) => trails.flatMap(({ lines }) => lines.flat().map((place) => place[axis] ?? 0)))
  const range = (values: number[] = []) =>
    values.reduce<[number, number]>(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [180, -180])
  const [west, east] = range(lons)
  const [south, north] = range(lats)
  const [x0, y0] = worldPixel([west, north], 0)
  const [x1, y1] = worldPixel([east, south], 0)
  const scale = Math.min(SAFE.width / (x1 - x0), SAFE.height / (y1 - y0))
  const zoom = Math.ceil(Math.log2(scale))
  return { zoom, shrink: scale / 2 ** zoom, centre: [(x0 + x1) / 2, (y0 + y1) / 2].map((value) => value * 2 ** zoom) as [number, number] }
}

type View = ReturnType<typeof viewOf>

async function groundOf(folder: string, view: View): Promise<Buffer> {
  const [width, height] = [Math.ceil(WIDTH / view.shrink), Math.ceil(HEIGHT / view.shrink)]
  const [left, top] = [Math.round(view.centre[0] - width / 2), Math.round(view.centre[1] - height / 2 - LOWER / view.shrink)]
  const first = [left, top].map((at) => Math.floor(at / TILE_SIZE)) as [number, number]
  const last = [left + width, top + height].map((at) => Math.floor(at / TILE_SIZE)) as [number, number]
  const tiles: { input: Buffer; left: number; top: number }[] = []
  for (let x = first[0]; x <= last[0]; x++)
    for (let y = first[1]; y <= last[1]; y++) {
      const file = join(folder, `${view.zoom}/${x}/${y}.webp`)
      if (!existsSync(file)) throw new Error(`the base map has no tile ${view.zoom}/${x}/${y}`)
      tiles.push({ input: await readFile(file), left: (x - first[0]) * TILE_SIZE, top: (y - first[1]) * TILE_SIZE })
    }
  const size = { width: (last[0] - first[0] + 1) * TILE_SIZE, height: (last[1] - first[1] + 1) * TILE_SIZE }
  const sheet = await sharp({ create: { ...size, channels: 3, background: '#888' } })
    .composite(tiles)
    .png()
    .toBuffer()
  return sharp(sheet)
    .extract({ left: left - first[0] * TILE_SIZE, top: top - first[1] * TILE_SIZE, width, height })
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .png()
    .toBuffer()
}

/** The colours of the app, by the grade of a trail. */
async function coloursOf(theme: Theme) {
  const tokens = JSON.parse(await readFile(join(import.meta.dirname, '../apps/web/src/ui/tokens.json'), 'utf8'))
  const roles: Record<string, string> = tokens.colorSchemes[theme].palette.roles
  const byGrade = { green: roles.trailGreen, blue: roles.trailBlue, black: roles.trailBlack, link: roles.trailLink }
  return (trail: Trail) => ({
    line: (trail.rating && byGrade[trail.rating]) ?? roles.trailLink,
    casing: theme === 'dark' && trail.rating === 'black' ? roles.trailBlackEdge : roles.trailCasing,
  })
}

async function linesOf(trails: readonly Trail[], view: View, theme: Theme): Promise<Buffer> {
  const colours = await coloursOf(theme)
  const at = (place: readonly number[]) => {
    const [x, y] = worldPixel(place as unknown as LonLat, view.zoom)
    return [(x - view.centre[0]) * view.shrink + WIDTH / 2, (y - view.centre[1]) * view.shrink + HEIGHT / 2 + LOWER]
  }
  const paths = trails.map((trail) => ({
    d: trail.lines
      .map(
        (line) =>
          `M${line
            .map((place) =>
              at(place)
                .map((value) => value.toFixed(1))
                .join(' '),
            )
            .join('L')}`,
      )
      .join(''),
    ...colours(trail),
  }))
  const draw = (width: number, key: 'line' | 'casing') =>
    paths.map((path) => `<path d="${path.d}" stroke="${path[key]}" stroke-width="${width}"/>`).join('')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke-linecap="round" stroke-linejoin="round">${draw(9, 'casing')}${draw(5, 'line')}</svg>`,
  )
}

/** As good as the size allows. */
async function packed(picture: Buffer): Promise<Buffer> {
  for (let quality = 70; quality > 20; quality -= 5) {
    const file = await sharp(picture).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (file.length <= MOST_BYTES) return file
  }
  throw new Error('the picture does not become small enough')
}

async function make(folder: string, { site, trails }: SiteBundle): Promise<void> {
  const [base] = site.baseMaps
  const view = viewOf(trails)
  for (const theme of THEMES) {
    const url = (theme === 'dark' && base?.darkUrl) || base?.url || ''
    const [, look] = /^\/tiles\/([\w-]+)\/\{z\}\/\{x\}\/\{y\}\.webp$/.exec(url) ?? []
    if (!look) throw new Error(`the first base map of ${site.id} has no tiles of its own`)
    const ground = await groundOf(join(folder, 'tiles', look), view)
    const file = await packed(
      await sharp(ground)
        .composite([{ input: await linesOf(trails, view, theme) }])
        .png()
        .toBuffer(),
    )
    await mkdir(join(folder, 'tiles/home'), { recursive: true })
    await writeFile(join(folder, `tiles/home/${theme}.webp`), file)
    console.log(`tiles/home/${theme}.webp ${file.length} bytes`)
  }
}

const folder = join(import.meta.dirname, '../sites', process.argv[2] ?? 'st-helens')
await make(folder, (await readSiteBundle(folder)).bundle)
