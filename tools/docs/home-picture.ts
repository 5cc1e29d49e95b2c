// `npm run home-picture -- <site>` writes light.webp, dark.webp, trails.json and trails.svg to sites/<site>/tiles/home, and the positions
// of the networks' badges to site.json. The lines are separate, because home draws them over the image according to their status. A site
// without its own tiles gets only the lines.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { buildTrailIndex } from '../../packages/domain/src/index.ts'
import { type LonLat, TILE_SIZE, worldPixel } from '../../packages/sample/src/terrain/tile-grid.ts'
import { openSiteTiles, readSiteBundle } from '../../packages/site/src/files.ts'
import { HOME_PICTURE, type HomeBadge, type HomeTrail, Site, type SiteBundle, type Trail } from '../../packages/site/src/index.ts'

const THEMES = ['light', 'dark'] as const

type Spot = [x: number, y: number]
type Taken = { at: Spot; half: Spot }

const { width: WIDTH, height: HEIGHT } = HOME_PICTURE
/** This part of the image is always visible. A phone shows the whole image, and a desktop may cut off a little on two sides. */
const SAFE = { width: 720, height: 400 }
/** The notice about sample data is at the top, so the trails are below the middle. */
const LOWER = 24
/**
 * Badges have one size on every screen, so they are largest relative to the image on the smallest phone: 320 pixels wide, with an image of
 * 292 pixels.
 */
const BADGE = { scale: WIDTH / 292, height: 30, letter: 6.4, rest: 41 }
/** The edges, the text at the top and bottom, and the corner with the button on a desktop have no badges. */
const FREE = { left: 8, right: 8, top: 110, bottom: 104 }
const BUTTON: Taken = { at: [140, HEIGHT - 60], half: [140, 60] }
const STEP = 8
/** From a trail to the middle of its badge, large enough for the leader line to be visible. */
const LEADER = 84
/** On a slow connection, the image loads last and must be small. */
const MOST_BYTES = 40_000

/** Scaling down tiles of the next zoom keeps lines and shading sharp. */
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

async function groundOf(read: (tile: string) => Promise<Uint8Array | null>, view: View): Promise<Buffer> {
  const [width, height] = [Math.ceil(WIDTH / view.shrink), Math.ceil(HEIGHT / view.shrink)]
  const [left, top] = [Math.round(view.centre[0] - width / 2), Math.round(view.centre[1] - height / 2 - LOWER / view.shrink)]
  const first = [left, top].map((at) => Math.floor(at / TILE_SIZE)) as [number, number]
  const last = [left + width, top + height].map((at) => Math.floor(at / TILE_SIZE)) as [number, number]
  const tiles: { input: Buffer; left: number; top: number }[] = []
  for (let x = first[0]; x <= last[0]; x++)
    for (let y = first[1]; y <= last[1]; y++) {
      const input = await read(`${view.zoom}/${x}/${y}.webp`)
      if (!input) throw new Error(`the base map has no tile ${view.zoom}/${x}/${y}`)
      tiles.push({ input: Buffer.from(input), left: (x - first[0]) * TILE_SIZE, top: (y - first[1]) * TILE_SIZE })
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

function inPicture(place: readonly number[], view: View): Spot {
  const [x, y] = worldPixel(place as unknown as LonLat, view.zoom)
  return [(x - view.centre[0]) * view.shrink + WIDTH / 2, (y - view.centre[1]) * view.shrink + HEIGHT / 2 + LOWER]
}

const inHundredths = ([x, y]: Spot): Spot => [Math.round((x / WIDTH) * 1000) / 10, Math.round((y / HEIGHT) * 1000) / 10]

/**
 * A badge is as near as possible to its network, without covering another badge and covering as few trails as possible. The largest network
 * comes first.
 */
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

/** Points closer than this to the straight line between their neighbours are removed. */
const SEEN = 0.9

function simplified(line: readonly Spot[]): Spot[] {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || line.length < 3) return [...line]
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]]
  const length = Math.hypot(dx, dy)
  // A loop ends where it begins, so it is split at the point farthest from the start.
  const off = ([x, y]: Spot) =>
    length < 1 ? Math.hypot(x - first[0], y - first[1]) : Math.abs((x - first[0]) * dy - (y - first[1]) * dx) / length
  const farthest = line.reduce((best, spot, i) => (off(spot) > off(line[best] ?? first) ? i : best), 0)
  if (off(line[farthest] ?? first) <= SEEN) return [first, last]
  return [...simplified(line.slice(0, farthest + 1)), ...simplified(line.slice(farthest)).slice(1)]
}

/** The position is a share of the line's length. */
function shareOf(line: readonly Spot[], [x, y]: Spot): number {
  let [walked, best, nearest] = [0, 0, Number.POSITIVE_INFINITY]
  for (const [i, [bx, by]] of line.entries()) {
    const [ax, ay] = line[i - 1] ?? [bx, by]
    const length = Math.hypot(bx - ax, by - ay)
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length ** 2))
    const far = Math.hypot(ax + (bx - ax) * along - x, ay + (by - ay) * along - y)
    if (far < nearest) [nearest, best] = [far, walked + length * along]
    walked += length
  }
  return walked === 0 ? 0 : Math.round((best / walked) * 1000) / 1000
}

function trailsOf(bundle: SiteBundle, view: View): HomeTrail[] {
  const index = buildTrailIndex(bundle)
  return bundle.trails.map((trail) => {
    const lines = trail.lines.map((line) =>
      simplified(line.map((place) => inPicture(place, view))).map((spot): Spot => [Math.round(spot[0]), Math.round(spot[1])]),
    )
    const posts = index.markersAlong(trail).map(({ marker }) => [marker.code, shareOf(lines[0] ?? [], inPicture(marker.position, view))])
    return {
      id: trail.id,
      name: trail.name,
      area: trail.area,
      grade: trail.rating,
      lines: lines.map((line) => line.flat()),
      posts: Object.fromEntries(posts),
    }
  })
}

/** Pages without scripts can't show closed trails, so all trails are grey, as for an unknown status. */
async function greyLines(trails: readonly HomeTrail[]): Promise<string> {
  const tokens = JSON.parse(await readFile(join(import.meta.dirname, '../../apps/web/src/ui/theme/tokens.json'), 'utf8'))
  const { statusUnknown, trailCasing } = tokens.colorSchemes.light.palette.roles
  const d = trails.flatMap(({ lines }) => lines.map((line) => `M${line.join(' ')}`)).join('')
  const path = (colour: string, width: number) => `<path d="${d}" stroke="${colour}" stroke-width="${width}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke-linecap="round" stroke-linejoin="round">${path(trailCasing, 11)}${path(statusUnknown, 5)}</svg>\n`
}

/** The quality is the highest that meets the size limit. */
async function packed(picture: Buffer): Promise<Buffer> {
  for (let quality = 70; quality > 20; quality -= 5) {
    const file = await sharp(picture).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (file.length <= MOST_BYTES) return file
  }
  throw new Error('the image cannot be compressed enough')
}

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
  if (!Site.safeParse(JSON.parse(after)).success || after === before) console.log('site.json is unchanged')
  else await writeFile(path, after)
}

async function make(folder: string, bundle: SiteBundle): Promise<void> {
  const { site } = bundle
  const [base] = site.baseMaps
  const view = viewOf(bundle.trails)
  const tiles = await openSiteTiles(folder)
  const home = join(folder, 'tiles/home')
  await mkdir(home, { recursive: true })
  const write = async (name: string, content: Buffer | string) => {
    await writeFile(join(home, name), content)
    console.log(`tiles/home/${name} ${Buffer.byteLength(content)} bytes`)
  }
  await writeBadges(folder, badgesOf(bundle, view))
  const trails = trailsOf(bundle, view)
  await write('trails.json', `[\n${trails.map((trail) => JSON.stringify(trail)).join(',\n')}\n]\n`)
  await write('trails.svg', await greyLines(trails))
  for (const theme of THEMES) {
    const url = (theme === 'dark' && base?.darkUrl) || base?.url || ''
    const [, look] = /^\/tiles\/([\w-]+)\/\{z\}\/\{x\}\/\{y\}\.webp$/.exec(url) ?? []
    if (look && (tiles.archives.has(look) || existsSync(join(folder, 'tiles', look))))
      await write(`${theme}.webp`, await packed(await groundOf((tile) => tiles.read(`/tiles/${look}/${tile}`), view)))
    else console.log(`the first base map has no tiles in the site’s folder, so there is no image for the ${theme} theme`)
  }
}

const folder = join(import.meta.dirname, '../../sites', process.argv[2] ?? 'st-helens')
await make(folder, (await readSiteBundle(folder)).bundle)
