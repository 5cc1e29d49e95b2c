/** The images are few and small, so the server reads them from disk on each request. Devices cache them after the first request. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureType } from '@trailwarden/site/files'
import type { FastifyInstance } from 'fastify'
import { FOREVER, PUBLIC_READ } from '#http/caching/cache-headers.ts'
import { sendProblem } from '#http/problem.ts'

type Asked = { Params: { name: string }; Querystring: { v?: string } }

export function pictureRoutes(app: FastifyInstance, folders: readonly string[]): void {
  app.get<Asked>('/images/:name', { schema: { hide: true } }, async ({ params: { name }, query }, reply) => {
    const bytes = /^[a-z0-9-]+\.(jpg|png|webp)$/.test(name) ? await firstOf(folders, name) : null
    const type = bytes && pictureType(bytes)
    if (!bytes || !type) return sendProblem(reply, 'not-found', 'There is no such picture.')
    return reply
      .type(type)
      .header('cache-control', query.v ? FOREVER : PUBLIC_READ)
      .send(bytes)
  })
}

async function firstOf(folders: readonly string[], name: string): Promise<Buffer | null> {
  for (const folder of folders) {
    const bytes = await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (bytes) return bytes
  }
  return null
}
