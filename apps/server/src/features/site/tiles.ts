import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Site } from '@trailwarden/site'
import { isFromFile, openBaseMapFile, openSiteTiles, pictureType, type TileFile } from '@trailwarden/site/files'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#http/problem.ts'

const DAY_SECONDS = 86_400

function tileOf(params: Record<string, string>): { z: number; x: number; y: number } | null {
  const [z = -1, x = -1, y = -1] = ['z', 'x', 'y'].map((name) => Number(/^(\d{1,7})(\.\w{2,5})?$/.exec(params[name] ?? '')?.[1] ?? -1))
  return z >= 0 && z <= 22 && x >= 0 && x < 2 ** z && y >= 0 && y < 2 ** z ? { z, x, y } : null
}

function fileRoute(app: FastifyInstance, name: string, file: TileFile): void {
  app.addHook('onClose', () => file.close())
  app.get<{ Params: Record<string, string> }>(`/tiles/${name}/:z/:x/:y`, { schema: { hide: true } }, async (request, reply) => {
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
  const { archives } = await openSiteTiles(folder)
  for (const [name, file] of archives) fileRoute(app, name, file)
  for (const base of site.baseMaps.filter(isFromFile)) {
    // While the last valid site data is in use, its map file may be missing. The map then shows the layers below.
    await openBaseMapFile(folder, base).then(
      (file) => fileRoute(app, base.id, file),
      (error: unknown) => app.log.warn({ err: error, baseMap: base.id }, 'a base map cannot be read'),
    )
  }
}
