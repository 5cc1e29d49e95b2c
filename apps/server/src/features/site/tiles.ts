/** Tiles of the site's own base maps: from a folder of pictures, or out of a PMTiles or MBTiles file. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Site } from '@trailwarden/site'
import { type FileBaseMap, isFromFile, openBaseMapFile, pictureType } from '@trailwarden/site/files'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#http/problem.ts'

const DAY_SECONDS = 86_400

/** Numbers of a tile that can be: others are not looked for. */
function tileOf(params: Record<string, string>): { z: number; x: number; y: number } | null {
  const [z = -1, x = -1, y = -1] = ['z', 'x', 'y'].map((name) => (/^\d{1,7}$/.test(params[name] ?? '') ? Number(params[name]) : -1))
  return z >= 0 && z <= 22 && x >= 0 && x < 2 ** z && y >= 0 && y < 2 ** z ? { z, x, y } : null
}

async function fileRoute(app: FastifyInstance, folder: string, base: FileBaseMap): Promise<void> {
  const file = await openBaseMapFile(folder, base)
  app.addHook('onClose', () => file.close())
  app.get<{ Params: Record<string, string> }>(`/tiles/${base.id}/:z/:x/:y`, { schema: { hide: true } }, async (request, reply) => {
    const tile = tileOf(request.params)
    const bytes = tile && (await file.tile(tile))
    const type = bytes && pictureType(bytes)
    if (!bytes || !type) return sendProblem(reply, 'not-found', 'There is no such tile.')
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    reply.headers({ 'cache-control': `public, max-age=${DAY_SECONDS}`, etag: tag })
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
    return reply.type(type).send(Buffer.from(bytes))
  })
}

export async function tileRoutes(app: FastifyInstance, { folder, site }: { folder: string; site: Site }): Promise<void> {
  const root = join(folder, 'tiles')
  if (existsSync(root))
    await app.register(fastifyStatic, { root, prefix: '/tiles/', decorateReply: false, index: false, maxAge: DAY_SECONDS * 1000 })
  for (const base of site.baseMaps.filter(isFromFile)) {
    // With the last data that passed, the file it speaks of may be gone: then the map has what lies below.
    await fileRoute(app, folder, base).catch((error: unknown) =>
      app.log.warn({ err: error, baseMap: base.id }, 'a base map cannot be read'),
    )
  }
}
