// Makes the picture of a network that home shows: its trails on its own base map, from afar, for the light and the dark theme.
//   npm run home-picture -- <site>    writes sites/<site>/tiles/home/light.webp and dark.webp, and where the networks' badges go into homePictures of site.json
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { readSiteBundle } from '../packages/site/src/files.ts'
import { type HomeBadge, Site, type SiteBundle, type Trail } from '../packages/site/src/index.ts'
import { type LonLat, TILE_SIZE, worldPixel } from '../packages/site/src/sample-terrain/tile-grid.ts'

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

type Spot = [x: number, y: number]
type Taken = { at: Spot; half: Spot }

const WIDTH = 960
const HEIGHT = 560
/** A phone shows all of it, a desktop may cut off a little at two sides. */
const SAFE = { width: 720, height: 400 }
/** Below the middle: above stands what kind of data it is. */
const LOWER = 24
/** A badge is as large on every screen, and so largest in the picture on a phone of 320 pixels, which shows it 292 wide. */
const BADGE = { scale: WIDTH / 292, height: 30, letter: 6.4, rest: 41 }
/** Kept free of badges: the edges, what is said at the top and the bottom, and the corner where a desktop has its button. */
const FREE = { left: 8, right: 8, top: 110, bottom: 104 }
const BUTTON: Taken = { at: [140, HEIGHT - 60], half: [140, 60] }
const STEP = 8
/** From a trail to the middle of its badge, so that the leader is seen. */
const LEADER = 84
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

function inPicture(place: readonly number[], view: View): Spot {
  const [x, y] = worldPixel(place as unknown as LonLat, view.zoom)
  return [(x - view.centre[0]) * view.shrink + WIDTH / 2, (y - view.centre[1]) * view.shrink + HEIGHT / 2 + LOWER]
}

const inHundredths = ([x, y]: Spot): Spot => [Math.round((x / WIDTH) * 1000) / 10, Math.round((y / HEIGHT) * 1000) / 10]

/** For each network the place of its badge that covers no other badge and the fewest trails, and is nearest to its own. The largest network chooses first. */
function badgesOf({ site, trails }: SiteBundle, view: View): HomeBadge[] {
  const spotsOf = (some: readonly Trail[]) => some.flatMap(({ lines }) => lines.flat().map((place) => inPicture(place, view)))
  const everything = spotsOf(trails)
  const taken = [BUTTON]
  const badges: HomeBadge[] = []
  const networks = site.networks.map(({ id, name }) => {
    const areas = site.areas.filter(({ networkId }) => networkId === id).map((area) => area.name)
    return { id, name, spots: spotsOf(trails.filter(({ area }) => area !== null && areas.includes(area))) }
  })
  for (const { id, name, spots } of networks.toSorted((a, b) => b.spots.length - a.spots.length)) {
    const half: Spot = [((BADGE.rest + name.length * BADGE.letter) * BADGE.scale) / 2, (BADGE.height * BADGE.scale) / 2]
    let best: { at: Spot; anchor: Spot; cost: number } | null = null
    for (let x = FREE.left + half[0]; x <= WIDTH - FREE.right - half[0]; x += STEP)
      for (let y = FREE.top + half[1]; y <= HEIGHT - FREE.bottom - half[1]; y += STEP) {
        if (taken.some(({ at, half: other }) => Math.abs(at[0] - x) < other[0] + half[0] && Math.abs(at[1] - y) < other[1] + half[1]))
          continue
        const covered = everything.filter((spot) => Math.abs(spot[0] - x) < half[0] && Math.abs(spot[1] - y) < half[1]).length
        const far = (spot: Spot) => Math.hypot(spot[0] - x, spot[1] - y)
        const anchor = spots.reduce<Spot | null>((nearest, spot) => (nearest && far(nearest) <= far(spot) ? nearest : spot), null)
        if (!anchor) continue
        const cost = covered * 20 + Math.max(far(anchor), LEADER)
        if (!best || cost < best.cost) best = { at: [x, y], anchor, cost }
      }
    if (!best) continue
    taken.push({ at: best.at, half })
    badges.push({ network: id, at: inHundredths(best.at), leader: inHundredths(best.anchor) })
  }
  return badges
}

async function linesOf(trails: readonly Trail[], view: View, theme: Theme): Promise<Buffer> {
  const colours = await coloursOf(theme)
  const at = (place: readonly number[]) => inPicture(place, view)
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

/** The rest of the file keeps the form its authors gave it. */
async function writeBadges(folder: string, badges: readonly HomeBadge[]): Promise<void> {
  const path = join(folder, 'site.json')
  const before = await readFile(path, 'utf8')
  const list = badges.map(
    (badge) =>
      `\n      ${JSON.stringify(badge)
        .replaceAll(/([:,])(?=\S)/g, '$1 ')
        .replace('{', '{ ')
        .replace('}', ' }')}`,
  )
  const after = before.replace(
    /("homePictures": \{[^{}[\]]*?"attribution": "[^"]*")(,\s*"badges": \[[^{}[\]]*(?:\{[^}]*\}[^{}[\]]*)*\])?/,
    `$1,\n    "badges": [${list}\n    ]`,
  )
  if (!Site.safeParse(JSON.parse(after)).success || after === before) console.log('site.json is as it was')
  else await writeFile(path, after)
}

async function make(folder: string, bundle: SiteBundle): Promise<void> {
  const { site, trails } = bundle
  const [base] = site.baseMaps
  const view = viewOf(trails)
  await writeBadges(folder, badgesOf(bundle, view))
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
