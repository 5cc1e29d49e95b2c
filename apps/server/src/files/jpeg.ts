/** Turns a file that claims to be a photo into JPEGs that hold the picture and nothing else, in three sizes, or refuses it. */
import { type FileHandle, open } from 'node:fs/promises'
import {
  type BlurBox,
  PHOTO_LARGE_SIDE,
  PHOTO_MAX_HEIGHT,
  PHOTO_MAX_PIXELS,
  PHOTO_MAX_WIDTH,
  PHOTO_SMALL_SIDE,
  patchesOf,
} from '@trailwarden/domain'
import sharp from 'sharp'

// Of all the formats sharp can read, this server opens one: SVG, TIFF or PDF parsers are never reached, whatever a file calls itself.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg'] })
sharp.cache(false)
sharp.concurrency(1)

const QUALITY = 80
/** Of a picture sent in several passes the decoder holds every coefficient until the last. Our own app never sends such a picture. */
const MOST_COEFFICIENT_BYTES = 80e6
const MOST_WAITING = 40
const LONGEST_WAIT_MS = 20_000

let isRunning = false
const waiting: ((isMyTurn: boolean) => void)[] = []

function waitForTurn(): Promise<boolean> {
  return new Promise((resolve) => {
    const turn = (isMyTurn: boolean) => {
      clearTimeout(deadline)
      resolve(isMyTurn)
    }
    const deadline = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn), 1)
      turn(false)
    }, LONGEST_WAIT_MS)
    waiting.push(turn)
  })
}

/** One picture is unpacked at a time, in the order they came: the memory for it is then the same however many are sent. */
async function inTurn<T>(work: () => Promise<T>): Promise<T | 'busy'> {
  if (isRunning) {
    if (waiting.length >= MOST_WAITING || !(await waitForTurn())) return 'busy'
  }
  isRunning = true
  try {
    return await work()
  } finally {
    // Handed on rather than freed, so that newcomers do not overtake those who wait.
    const next = waiting.shift()
    if (next) next(true)
    else isRunning = false
  }
}

const SEGMENTS_MAX = 2000
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isProgressive = (marker: number) => [0xc2, 0xc6, 0xca, 0xce].includes(marker)

/** How many bytes the decoder holds at once for coefficients; null when the file does not begin like a JPEG. Reads headers alone. */
async function coefficientBytesOf(file: FileHandle): Promise<number | null> {
  const head = Buffer.alloc(24)
  const readAt = async (at: number) => (await file.read(head, 0, head.length, at)).bytesRead
  if ((await readAt(0)) < 4 || head.readUInt16BE(0) !== 0xffd8 || head[2] !== 0xff) return null
  let frame: { bytes: number; components: number; marker: number } | null = null
  for (let [at, n] = [2, 0]; n < SEGMENTS_MAX; n++) {
    if ((await readAt(at)) < 10 || head[0] !== 0xff) return null
    const [marker = 0, length] = [head[1], head.readUInt16BE(2)]
    if (marker === 0xff) {
      at++
      continue
    }
    if (isFrame(marker)) {
      const [height, width, components = 0] = [head.readUInt16BE(5), head.readUInt16BE(7), head[9]]
      const sampling = Array.from({ length: Math.min(components, 4) }, (_, i) => head[11 + 3 * i] ?? 0)
      const share = (factor: number) => ((factor >> 4) * (factor & 15)) / Math.max(1, ...sampling.map((one) => (one >> 4) * (one & 15)))
      frame = { bytes: width * height * 2 * sampling.reduce((sum, factor) => sum + share(factor), 0), components, marker }
    }
    // The first scan: with fewer components than the picture, others follow.
    if (marker === 0xda) {
      if (!frame) return null
      return isProgressive(frame.marker) || (head[4] ?? 0) < frame.components ? frame.bytes : 0
    }
    at += 2 + length
  }
  return null
}

/** Whether a picture is unpacked in one pass; null when it is not unpacked at all. */
async function isInOnePass(path: string): Promise<boolean | null> {
  const file = await open(path)
  try {
    const bytes = await coefficientBytesOf(file)
    return bytes === null || bytes > MOST_COEFFICIENT_BYTES ? null : bytes === 0
  } finally {
    await file.close()
  }
}

/** `large`: null of a picture that is no larger than the standard one, or that is none of our own app's. */
export type Renditions = { small: Buffer; standard: Buffer; large: Buffer | null }

const inside = (width: number, height: number) => ({ width, height, fit: 'inside', withoutEnlargement: true }) as const
const SMALL = { width: PHOTO_SMALL_SIDE, height: PHOTO_SMALL_SIDE, fit: 'cover', withoutEnlargement: true } as const
const JPEG = { quality: QUALITY }

/**
 * The picture is unpacked once; the smaller ones are made of the largest. One that our own app would not send, larger or in several passes,
 * is unpacked to the standard size at once: memory that one thread gives back is not used by the next, and what a large one takes
 * would be taken several times.
 */
async function render(path: string, inOnePass: boolean): Promise<Renditions> {
  // Turned upright first: the orientation is in the metadata, which is removed.
  const picture = sharp(path, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error', autoOrient: true })
  const { width, height } = await picture.metadata()
  const isOurs = inOnePass && Math.max(width, height) <= PHOTO_LARGE_SIDE
  const { data, info } = await picture
    .resize(isOurs ? inside(PHOTO_LARGE_SIDE, PHOTO_LARGE_SIDE) : inside(PHOTO_MAX_WIDTH, PHOTO_MAX_HEIGHT))
    .jpeg(JPEG)
    .toBuffer({ resolveWithObject: true })
  return sizesOf(data, info)
}

/** The smaller ones of the largest. */
async function sizesOf(data: Buffer, { width, height }: { width: number; height: number }): Promise<Renditions> {
  const isLarge = width > PHOTO_MAX_WIDTH || height > PHOTO_MAX_HEIGHT
  const standard = isLarge ? await sharp(data).resize(inside(PHOTO_MAX_WIDTH, PHOTO_MAX_HEIGHT)).jpeg(JPEG).toBuffer() : data
  return { small: await sharp(standard).resize(SMALL).jpeg(JPEG).toBuffer(), standard, large: isLarge ? data : null }
}

/**
 * Null when the file is not a whole JPEG of a size that can be unpacked; 'busy' when too many wait already. Position, camera, profile and
 * comments do not survive.
 */
export async function reencodeJpeg(path: string): Promise<Renditions | null | 'busy'> {
  const inOnePass = await isInOnePass(path)
  if (inOnePass === null) return null
  return inTurn(async () => {
    try {
      return await render(path, inOnePass)
    } catch {
      // Truncated, too large or no picture at all: to the caller it is one thing, and sharp has no codes to tell them apart.
      return null
    }
  })
}

type Area = { left: number; top: number; width: number; height: number }

/** In whole pixels, rather one more than one less. */
function areaOf({ x, y, width, height }: BlurBox, picture: { width: number; height: number }): Area {
  const [left, top] = [Math.floor(x * picture.width), Math.floor(y * picture.height)]
  const [right, bottom] = [Math.ceil((x + width) * picture.width), Math.ceil((y + height) * picture.height)]
  return { left, top, width: Math.min(right, picture.width) - left, height: Math.min(bottom, picture.height) - top }
}

/** A few even patches in place of what lay there: each is the mean of its part, and the rest is gone. */
function mix(pixels: Buffer, pictureWidth: number, { left, top, width, height }: Area): void {
  const { columns, rows } = patchesOf({ width, height })
  const edge = (n: number, count: number, length: number) => Math.round((n * length) / count)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [x0, x1] = [left + edge(column, columns, width), left + edge(column + 1, columns, width)]
      const [y0, y1] = [top + edge(row, rows, height), top + edge(row + 1, rows, height)]
      const sums = [0, 0, 0]
      const each = (visit: (at: number) => void) => {
        for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) visit((y * pictureWidth + x) * 3)
      }
      each((at) => {
        for (let channel = 0; channel < 3; channel++) sums[channel] = (sums[channel] ?? 0) + (pixels[at + channel] ?? 0)
      })
      const mean = Buffer.from(sums.map((sum) => Math.round(sum / Math.max(1, (x1 - x0) * (y1 - y0)))))
      each((at) => void mean.copy(pixels, at))
    }
}

/** All sizes of one of our own photos with its boxes covered (RULES.md, PH7); 'busy' when too many wait already. */
export async function blurJpeg(picture: Buffer, boxes: readonly BlurBox[]): Promise<Renditions | 'busy'> {
  return inTurn(async () => {
    const { data, info } = await sharp(picture).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
    if (info.channels !== 3) throw new Error('a photo of ours has three channels')
    for (const box of boxes) mix(data, info.width, areaOf(box, info))
    return sizesOf(await sharp(data, { raw: info }).jpeg(JPEG).toBuffer(), info)
  })
}
