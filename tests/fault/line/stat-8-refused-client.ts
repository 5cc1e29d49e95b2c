/**
 * STAT-8: a client that the app refuses keeps requesting trail status through nginx. Everyone else must still see a new status within
 * seconds, so nginx must not renew its copy on behalf of the refused client.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '@trailwarden/testkit/app/nginx'
import { createTestDevice, openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'
import type { FaultTest, Result } from '../fault-test.ts'

const POSTS = { small: 4, full: 20 }
const REQUESTS_PER_MINUTE = 200
/** nginx's copy is fresh for a second, and the next request after that renews the copy. */
const LIMIT_MS = 5000
const AT_ONCE = 16
const [CLIENT, VISITOR] = ['127.0.0.2', '127.0.0.3']

type Reply = { status: number; body: string }

function ask(url: string, localAddress: string, agent: Agent): Promise<Reply> {
  return new Promise((answered, failed) => {
    get(url, { localAddress, agent }, (reply) => {
      let body = ''
      reply.setEncoding('utf8')
      reply.on('data', (part: string) => {
        body += part
      })
      reply.on('end', () => answered({ status: reply.statusCode ?? 0, body }))
      reply.on('error', failed)
    }).on('error', failed)
  })
}

export const refusedClient: FaultTest = {
  name: 'STAT-8',
  promise: 'STAT-8 a refused client cannot keep nginx’s copy of the status old',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnv({
      environment: {
        TRUSTED_PROXIES: '127.0.0.1',
        REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE),
        PUBLIC_URL: 'https://trails.example.org',
      },
    })
    const broken: string[] = []
    const agent = new Agent({ keepAlive: true, maxSockets: 64 })
    let [lost, runs, slowestMs, asked, isOver] = [0, 0, 0, 0, false]
    try {
      await env.start()
      const manager = await createTestDevice(env, 'manager@example.org')
      const nginx = await startNginx({ directory: mkdtempSync(join(tmpdir(), 'fault-nginx-')), appPorts: [env.port] })
      try {
        const statusUrl = `${nginx.url}/api/public/status`
        const refused = async () => (await ask(`${nginx.url}/api/public/alerts`, CLIENT, agent)).status === 429
        /** Sequential requests could take more than a minute on a busy machine. */
        const useUp = async () => {
          const few = async () => {
            for (let n = 0; n <= REQUESTS_PER_MINUTE / 4 && !(await refused()); n++);
          }
          await Promise.all(Array.from({ length: 8 }, few))
          return refused()
        }
        const abuse = async () => {
          while (!isOver && !stop.aborted) {
            await ask(statusUrl, CLIENT, agent).catch(() => null)
            asked++
          }
        }
        const abusers = Array.from({ length: AT_ONCE }, abuse)
        for (; runs < POSTS[size] && !stop.aborted; runs++) {
          // The limit applies per minute, so each update needs its own requests.
          if (!(await useUp())) broken.push('the client was not refused')
          // Only this manager publishes, so a closure doesn't need to refer to the previous update.
          const message = `Update ${randomUUID()}`
          const networks = { 'north-wood': { status: 'Closed', message }, quarry: { status: 'Closed', message: '' } }
          await manager.drain([manager.command('trail-update', randomUUID(), { networks })])
          const posted = Date.now()
          let isRead = false
          while (!isRead && Date.now() - posted < 4 * LIMIT_MS && !stop.aborted) {
            isRead = (await ask(statusUrl, VISITOR, agent)).body.includes(message)
            if (!isRead) await pause(250)
          }
          slowestMs = Math.max(slowestMs, Date.now() - posted)
          if (!isRead) lost++
        }
        isOver = true
        await Promise.all(abusers)
        if (slowestMs > LIMIT_MS) broken.push(`a visitor read a new status after ${slowestMs} ms`)
        return { runs, lost, doubled: 0, broken, figures: { slowestMs, askedByTheClient: asked } }
      } finally {
        isOver = true
        await nginx.destroy()
      }
    } finally {
      agent.destroy()
      await env.close()
    }
  },
}
