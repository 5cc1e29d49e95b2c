/** Turns a file that claims to be a photo into JPEGs that hold the picture and nothing else, in three sizes, or refuses it. */
import { type FileHandle, open } from 'node:fs/promises'
import { PHOTO_LARGE_SIDE, PHOTO_MAX_HEIGHT, PHOTO_MAX_PIXELS, PHOTO_MAX_WIDTH, PHOTO_SMALL_SIDE } from '@trailwarden/domain'
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
  const isLarge = info.width > PHOTO_MAX_WIDTH || info.height > PHOTO_MAX_HEIGHT
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
