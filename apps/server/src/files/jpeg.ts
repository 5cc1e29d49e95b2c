/** Turns bytes that claim to be a photo into a small JPEG that holds the picture and nothing else, or refuses them. */
import { PHOTO_MAX_HEIGHT, PHOTO_MAX_PIXELS, PHOTO_MAX_WIDTH } from '@trailwarden/domain'
import sharp from 'sharp'

// Of all the formats sharp can read, this server opens one: SVG, TIFF or PDF parsers are never reached, whatever a file calls itself.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg'] })
sharp.cache(false)
sharp.concurrency(1)

const QUALITY = 80
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** A picture takes memory while it is unpacked: more than two at a time wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resume) => waiting.push(resume))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

const startsLikeJpeg = (bytes: Buffer) => bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** Null when the bytes are not a whole JPEG of a size that can be unpacked. Position, camera, profile and comments do not survive. */
export async function reencodeJpeg(bytes: Buffer): Promise<Buffer | null> {
  if (!startsLikeJpeg(bytes)) return null
  return inTurn(async () => {
    try {
      // Turned upright first: how the phone was held is told in the metadata that goes.
      return await sharp(bytes, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error', autoOrient: true })
        .resize({ width: PHOTO_MAX_WIDTH, height: PHOTO_MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: QUALITY })
        .toBuffer()
    } catch {
      // Truncated, too large or no picture at all: to the caller it is one thing, and sharp has no codes to tell them apart.
      return null
    }
  })
}
