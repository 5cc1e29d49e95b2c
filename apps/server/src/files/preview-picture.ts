/**
 * Draws the picture that other programs show for a link, without loading any file, because only JPEGs may be loaded (jpeg.ts). The text is
 * also in the file's description.
 */
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp, { type OverlayOptions } from 'sharp'

type Shape = 'Open' | 'Partially Open' | 'Closed' | null
type Row = { shape: Shape; name: string; word: string; message: string }
export type Preview = { title: string; rows: readonly Row[]; text: string; asOf: string }

export const PREVIEW_WIDTH = 1200
export const PREVIEW_HEIGHT = 630

const FONT_FILE = join(import.meta.dirname, '../../fonts/inter-latin.ttf')
const HEAD = { height: 130, colour: '#006B87' }
const FOOT_HEIGHT = 78
const SIDE = 60
const MOST_ROWS = 5
/** The text of a row is shortened until it fits. */
const MOST_SIGNS = [400, 200, 100, 50, 0]
/** A longer status, such as "Not confirmed since …", is written smaller, on one line. */
const LONG_STATUS = 20
const INK = '#10212A'
const MUTED = '#455761'

const SHAPES = {
  Open: { colour: '#1E7B34', text: '#17692B' },
  'Partially Open': { colour: '#D56F00', text: '#974300' },
  Closed: { colour: '#B3261E', text: '#A81C15' },
  unknown: { colour: '#586972', text: '#455761' },
} as const

type Point = readonly [x: number, y: number]

function distanceToLine([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const share = Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(px - ax - share * dx, py - ay - share * dy)
}

const distanceToLines = (point: Point, lines: readonly Point[]) =>
  Math.min(...lines.slice(1).map((end, i) => distanceToLine(point, lines[i] ?? end, end)))

/** Negative inside a convex polygon whose corners are listed clockwise. */
const distanceToPolygon = ([px, py]: Point, corners: readonly Point[]) =>
  Math.max(
    ...corners.map(([ax, ay], i) => {
      const [bx, by] = corners[(i + 1) % corners.length] ?? [ax, ay]
      return ((px - ax) * (by - ay) - (py - ay) * (bx - ax)) / Math.hypot(bx - ax, by - ay)
    }),
  )

const fromCentre = ([x, y]: Point) => Math.hypot(x - 16, y - 16)

type Distance = (point: Point) => number
const TRIANGLE: Point[] = [
  [16, 0.8],
  [31, 29.6],
  [1, 29.6],
]
const OCTAGON: Point[] = [
  [10.2, 2],
  [21.8, 2],
  [30, 10.2],
  [30, 21.8],
  [21.8, 30],
  [10.2, 30],
  [2, 21.8],
  [2, 10.2],
]
const TICK: Point[] = [
  [9.6, 16.6],
  [14, 21],
  [22.6, 11.8],
]
const HOOK: Point[] = [
  [12, 12.6],
  [12.8, 9.9],
  [16, 8.8],
  [19.2, 9.9],
  [20, 12.6],
  [18.8, 14.8],
  [16.6, 16.4],
  [16, 18.8],
]

/** The shapes of the screens, in a square of 32: the distance to the figure, and to the white or dark sign inside it. */
const FIGURES: Record<Shape & string, { figure: Distance; sign: Distance; ink: number }> = {
  Open: { figure: (at) => fromCentre(at) - 14, sign: (at) => distanceToLines(at, TICK) - 1.7, ink: 255 },
  'Partially Open': {
    figure: (at) => distanceToPolygon(at, TRIANGLE),
    sign: (at) =>
      Math.min(
        distanceToLines(at, [
          [16, 11.4],
          [16, 18.4],
        ]) - 1.7,
        Math.hypot(at[0] - 16, at[1] - 24) - 2.1,
      ),
    ink: 16,
  },
  Closed: {
    figure: (at) => distanceToPolygon(at, OCTAGON),
    sign: (at) =>
      distanceToLines(at, [
        [9.4, 16],
        [22.6, 16],
      ]) - 2.1,
    ink: 255,
  },
}
const isDash = ([x, y]: Point) => ((Math.atan2(y - 16, x - 16) / (2 * Math.PI) + 1) * 10) % 1 < 0.62
const unknownFigure: Distance = (at) =>
  Math.min(
    isDash(at) ? Math.abs(fromCentre(at) - 13.4) - 1.3 : 1,
    distanceToLines(at, HOOK) - 1.4,
    Math.hypot(at[0] - 16, at[1] - 23.4) - 1.9,
  )

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

function paintShape(shape: Shape, size: number): Buffer {
  const { figure, sign, ink } = shape ? FIGURES[shape] : { figure: unknownFigure, sign: () => 1, ink: 0 }
  const colour = channels(SHAPES[shape ?? 'unknown'].colour)
  const pixels = Buffer.alloc(size * size * 4)
  const cover = (distance: number) => Math.min(1, Math.max(0, 0.5 - (distance * size) / 32))
  for (let i = 0; i < size * size; i++) {
    const at: Point = [(((i % size) + 0.5) * 32) / size, ((Math.floor(i / size) + 0.5) * 32) / size]
    const signed = cover(sign(at))
    colour.forEach((value, channel) => {
      pixels[i * 4 + channel] = Math.round(value + (ink - value) * signed)
    })
    pixels[i * 4 + 3] = Math.round(255 * cover(figure(at)))
  }
  return pixels
}

const escapeMarkup = (text: string) => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const shorten = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)} …` : text)

type Style = { size: number; colour: string; isBold?: boolean }

const span = (text: string, { size, colour, isBold = false }: Style) =>
  `<span foreground="${colour}" size="${size}pt" weight="${isBold ? 'bold' : 'normal'}">${escapeMarkup(text)}</span>`

type Box = { left: number; top: number; width: number; height: number }

/** The first of the texts that fits. If none does, the last is cut off. */
async function writeText([markup = '', ...shorter]: readonly string[], { left, top, width, height }: Box): Promise<OverlayOptions> {
  const text = { text: markup, font: 'Inter', fontfile: FONT_FILE, width, wrap: 'word', rgba: true, dpi: 72 } as const
  const drawn = await sharp({ text }).raw().toBuffer({ resolveWithObject: true })
  if (drawn.info.height > height && shorter.length > 0) return writeText(shorter, { left, top, width, height })
  const seen = { width: Math.min(width, drawn.info.width), height: Math.min(height, drawn.info.height) }
  const raw = { width: drawn.info.width, height: drawn.info.height, channels: drawn.info.channels }
  const input = await sharp(drawn.data, { raw })
    .extract({ left: 0, top: 0, ...seen })
    .raw()
    .toBuffer()
  return { input, raw: { ...seen, channels: raw.channels }, left, top }
}

async function drawRow({ shape, name, word, message }: Row, { top, height }: Pick<Box, 'top' | 'height'>): Promise<OverlayOptions[]> {
  const size = Math.min(height - 20, 128)
  const [large, small] = [Math.min(54, Math.round(size * 0.42)), Math.min(30, Math.max(20, Math.round(size * 0.26)))]
  const left = SIDE + size + 36
  const wordSize = word.length > LONG_STATUS ? Math.round(large * 0.6) : large
  const status = [
    span(`${name}: `, { size: large, colour: INK, isBold: true }),
    span(word, { size: wordSize, colour: SHAPES[shape ?? 'unknown'].text, isBold: true }),
  ].join('')
  const texts = MOST_SIGNS.map((most) =>
    message && most ? `${status}\n${span(shorten(message, most), { size: small, colour: MUTED })}` : status,
  )
  const text = await writeText(texts, { left, top, width: PREVIEW_WIDTH - left - SIDE, height: height - 8 })
  const textTop = top + Math.round((height - (text.raw?.height ?? 0)) / 2)
  return [
    {
      input: paintShape(shape, size),
      raw: { width: size, height: size, channels: 4 },
      left: SIDE,
      top: top + Math.round((height - size) / 2),
    },
    { ...text, top: textTop },
  ]
}

/** If there are too many rows, the most restrictive ones are drawn, so that the picture never looks more open than the trails are. */
function chooseRows(rows: readonly Row[]): { drawn: readonly Row[]; more: number } {
  if (rows.length <= MOST_ROWS) return { drawn: rows, more: 0 }
  const order = ['Closed', 'Partially Open', null, 'Open']
  const drawn = rows.toSorted((a, b) => order.indexOf(a.shape) - order.indexOf(b.shape)).slice(0, MOST_ROWS)
  return { drawn, more: rows.length - drawn.length }
}

/** A chunk `iTXt` after the header, which has a fixed length (PNG, 11.3.3.4). */
function withDescription(png: Buffer, description: string): Buffer {
  const body = Buffer.from(`iTXtDescription\0\0\0\0\0${description}`)
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  const headerEnd = 33
  return Buffer.concat([png.subarray(0, headerEnd), length, body, check, png.subarray(headerEnd)])
}

export async function drawPreview({ title, rows, text, asOf }: Preview, label: string): Promise<Buffer> {
  const { drawn, more } = chooseRows(rows)
  const space = PREVIEW_HEIGHT - HEAD.height - FOOT_HEIGHT
  const height = Math.floor(space / Math.max(1, drawn.length))
  const width = PREVIEW_WIDTH - 2 * SIDE
  const heading = [span(label, { size: 40, colour: '#FFFFFF', isBold: true }), span(`   ${title}`, { size: 40, colour: '#FFFFFF' })]
  const foot = [more > 0 && `${more} more ${more === 1 ? 'network' : 'networks'}.`, asOf].filter(Boolean).join(' ')
  const layers = await Promise.all([
    writeText([heading.join('')], { left: SIDE, top: 42, width, height: 54 }),
    writeText([span(foot, { size: 26, colour: MUTED })], { left: SIDE, top: PREVIEW_HEIGHT - FOOT_HEIGHT + 20, width, height: 40 }),
  ])
  const rowLayers = await Promise.all(drawn.map((row, i) => drawRow(row, { top: HEAD.height + i * height, height })))
  const band = await sharp({ create: { width: PREVIEW_WIDTH, height: HEAD.height, channels: 3, background: HEAD.colour } })
    .raw()
    .toBuffer()
  const png = await sharp({ create: { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT, channels: 3, background: '#FFFFFF' } })
    .composite([
      { input: band, raw: { width: PREVIEW_WIDTH, height: HEAD.height, channels: 3 }, left: 0, top: 0 },
      ...layers,
      ...rowLayers.flat(),
    ])
    .png({ palette: true, colours: 64, effort: 1 })
    .toBuffer()
  return withDescription(png, `${title}\n${text}\n${asOf}`)
}
