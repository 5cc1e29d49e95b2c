/** Re-encodes an uploaded photo into JPEGs of three sizes without metadata, or rejects it. */
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

// Only the JPEG loader is enabled, so that a file with a false type can't reach the SVG, TIFF and PDF parsers.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg'] })
sharp.cache(false)
sharp.concurrency(1)

const QUALITY = 80
/**
 * For a progressive JPEG, the decoder holds every coefficient in memory until the last pass. Our own app never sends progressive photos.
 */
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

/** One photo at a time, so that memory use doesn't grow with the number of uploads. */
async function inTurn<T>(work: () => Promise<T>): Promise<T | 'busy'> {
  if (isRunning) {
    if (waiting.length >= MOST_WAITING || !(await waitForTurn())) return 'busy'
  }
  isRunning = true
  try {
    return await work()
  } finally {
    // Passes the turn to the next upload in the queue, so that new uploads can't overtake it.
    const next = waiting.shift()
    if (next) next(true)
    else isRunning = false
  }
}

const SEGMENTS_MAX = 2000
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isProgressive = (marker: number) => [0xc2, 0xc6, 0xca, 0xce].includes(marker)

/** Null if the file doesn't start like a JPEG. Reads only headers. */
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
    // If the first scan has fewer components than the picture, more scans follow.
    if (marker === 0xda) {
      if (!frame) return null
      return isProgressive(frame.marker) || (head[4] ?? 0) < frame.components ? frame.bytes : 0
    }
    at += 2 + length
  }
  return null
}

/** Null if the picture must not be decoded. */
async function isInOnePass(path: string): Promise<boolean | null> {
  const file = await open(path)
  try {
    const bytes = await coefficientBytesOf(file)
    return bytes === null || bytes > MOST_COEFFICIENT_BYTES ? null : bytes === 0
  } finally {
    await file.close()
  }
}

/** `large` is null if the photo is no larger than the standard size or if another app created it. */
export type Renditions = { small: Buffer; standard: Buffer; large: Buffer | null }

const inside = (width: number, height: number) => ({ width, height, fit: 'inside', withoutEnlargement: true }) as const
const SMALL = { width: PHOTO_SMALL_SIDE, height: PHOTO_SMALL_SIDE, fit: 'cover', withoutEnlargement: true } as const
const JPEG = { quality: QUALITY }

/**
 * A photo that our own app wouldn't send (larger or progressive) is reduced to the standard size while decoding. Threads don't reuse each
 * other's memory, so a large photo would need its memory several times.
 */
async function render(path: string, inOnePass: boolean): Promise<Renditions> {
  // Removing the metadata also removes the orientation, so the picture is rotated first.
  const picture = sharp(path, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error', autoOrient: true })
  const { width, height } = await picture.metadata()
  const isOurs = inOnePass && Math.max(width, height) <= PHOTO_LARGE_SIDE
  const { data, info } = await picture
    .resize(isOurs ? inside(PHOTO_LARGE_SIDE, PHOTO_LARGE_SIDE) : inside(PHOTO_MAX_WIDTH, PHOTO_MAX_HEIGHT))
    .jpeg(JPEG)
    .toBuffer({ resolveWithObject: true })
  return sizesOf(data, info)
}

async function sizesOf(data: Buffer, { width, height }: { width: number; height: number }): Promise<Renditions> {
  const isLarge = width > PHOTO_MAX_WIDTH || height > PHOTO_MAX_HEIGHT
  const standard = isLarge ? await sharp(data).resize(inside(PHOTO_MAX_WIDTH, PHOTO_MAX_HEIGHT)).jpeg(JPEG).toBuffer() : data
  return { small: await sharp(standard).resize(SMALL).jpeg(JPEG).toBuffer(), standard, large: isLarge ? data : null }
}

/**
 * Null if the file isn't a complete JPEG of a size that can be decoded, and 'busy' if too many uploads are waiting. Removes location,
 * camera, profile and comments.
 */
export async function reencodeJpeg(path: string): Promise<Renditions | null | 'busy'> {
  const inOnePass = await isInOnePass(path)
  if (inOnePass === null) return null
  return inTurn(async () => {
    try {
      return await render(path, inOnePass)
    } catch {
      // The photo is truncated, too large or not a picture. sharp has no codes to distinguish these cases.
      return null
    }
  })
}

type Area = { left: number; top: number; width: number; height: number }

function areaOf({ x, y, width, height }: BlurBox, picture: { width: number; height: number }): Area {
  const [left, top] = [Math.floor(x * picture.width), Math.floor(y * picture.height)]
  const [right, bottom] = [Math.ceil((x + width) * picture.width), Math.ceil((y + height) * picture.height)]
  return { left, top, width: Math.min(right, picture.width) - left, height: Math.min(bottom, picture.height) - top }
}

/** Each patch has the average colour of its part, so no other detail remains. */
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

/** RULES.md, PH7. Returns 'busy' if too many photos are queued. */
export async function blurJpeg(picture: Buffer, boxes: readonly BlurBox[]): Promise<Renditions | 'busy'> {
  return inTurn(async () => {
    const { data, info } = await sharp(picture).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
    if (info.channels !== 3) throw new Error('expected a photo with three colour channels')
    for (const box of boxes) mix(data, info.width, areaOf(box, info))
    return sizesOf(await sharp(data, { raw: info }).jpeg(JPEG).toBuffer(), info)
  })
}
