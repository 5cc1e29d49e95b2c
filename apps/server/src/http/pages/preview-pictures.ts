/**
 * Preview pictures show trail status, so only what the page shows now may be sent. A picture is drawn again when its text changes, at most
 * once a minute, and one at a time, because drawing takes a tenth of a second.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { drawPreview, type Preview } from '#files/preview-picture.ts'

/** Unlike a page, a picture has no script that replaces an old status, so caches must not show it when the server is down. */
const FRESH_ONLY = 'public, max-age=1, must-revalidate'

/** About 40 kB each. */
const MOST_PICTURES = 50

type Picture = { tag: string; png: Promise<Buffer> }

export function createPreviewPictures() {
  const pictures = new Map<string, Picture>()
  let last: Promise<unknown> = Promise.resolve()

  function pictureOf(preview: Preview, label: string): Picture {
    const key = JSON.stringify([preview, label])
    const tag = `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
    const known = pictures.get(key)
    if (known) return known
    const png = last.then(() => drawPreview(preview, label))
    last = png.catch(() => pictures.delete(key))
    const picture = { tag, png }
    const [oldest] = pictures.keys()
    if (oldest !== undefined && pictures.size >= MOST_PICTURES) pictures.delete(oldest)
    pictures.set(key, picture)
    return picture
  }

  return async (request: FastifyRequest, reply: FastifyReply, preview: Preview, label: string): Promise<FastifyReply> => {
    const { tag, png } = pictureOf(preview, label)
    reply.headers({ 'cache-control': FRESH_ONLY, etag: tag })
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
    return reply.type('image/png').send(await png)
  }
}
