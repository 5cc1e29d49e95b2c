/**
 * Browsers accept a new policy only with a new script, and the worker fetches the cached pages again only for a new revision. Therefore the
 * script contains the origins of the site's base maps. Otherwise, devices would block a new base map until the next version of the app.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SITE_POLICY } from '@trailwarden/site'
import type { FastifyInstance } from 'fastify'
import { ASK_FIRST } from '../caching/cache-headers.ts'
import { cacheText } from '../caching/cached-answer.ts'
import { workerPolicy } from '../security/security-headers.ts'

const FILE = 'service-worker.js'
/** Includes the compressed copies. The build's static files must not include the worker script. */
export const WORKER_FILES = `${FILE}*`

export async function workerScriptRoute(app: FastifyInstance, clientFolder: string, tileOrigins: readonly string[]): Promise<void> {
  const file = join(clientFolder, FILE)
  // If the build has no worker, the response is a 404, and the app then removes its worker.
  if (!existsSync(file)) return
  const mark = createHash('sha256').update(tileOrigins.join(' ')).digest('hex').slice(0, 8)
  const script = cacheText((await readFile(file, 'utf8')).replaceAll(SITE_POLICY, mark), {
    'cache-control': ASK_FIRST,
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': workerPolicy(tileOrigins),
  })
  app.get(`/${FILE}`, { schema: { hide: true } }, async (request, reply) => script.send(request, reply))
}
