/**
 * The service worker, with the policy it obeys. A browser takes a new policy only with a new script, and the worker fetches the cached pages
 * again only under a new revision: so the origins of the site's base maps are part of both. Else a base map that is added today would stay
 * forbidden on phones until the next version of the app.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SITE_POLICY } from '@trailwarden/site'
import type { FastifyInstance } from 'fastify'
import { ASK_FIRST } from './cache-headers.ts'
import { cacheText } from './cached-answer.ts'
import { workerPolicy } from './security-headers.ts'

const FILE = 'service-worker.js'
/** For the folder of the build, whose other files are served as they are: this one and its compressed copies. */
export const WORKER_FILES = `${FILE}*`

export async function workerScriptRoute(app: FastifyInstance, clientFolder: string, tileOrigins: readonly string[]): Promise<void> {
  const file = join(clientFolder, FILE)
  // A build that lost it: the app asks, is told that there is none, and takes its worker away.
  if (!existsSync(file)) return
  const mark = createHash('sha256').update(tileOrigins.join(' ')).digest('hex').slice(0, 8)
  const script = cacheText((await readFile(file, 'utf8')).replaceAll(SITE_POLICY, mark), {
    'cache-control': ASK_FIRST,
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': workerPolicy(tileOrigins),
  })
  app.get(`/${FILE}`, { schema: { hide: true } }, async (request, reply) => script.send(request, reply))
}
