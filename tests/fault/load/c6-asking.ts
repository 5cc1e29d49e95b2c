/** The host name of a network selects its trail status. */
import { Agent, get } from 'node:http'
import { pause } from '@trailwarden/testkit/wait'

export type Asked = { ms: number; status: number }

/** A proxy keeps this many connections open. */
export const agents = () => new Agent({ keepAlive: true, maxSockets: 32 })
export const ask = (agent: Agent, port: number, host: string) =>
  new Promise<Asked>((done) => {
    const from = performance.now()
    const end = (status: number) => done({ ms: performance.now() - from, status })
    get({ agent, port, host: '127.0.0.1', path: '/api/public/status', headers: { host } }, (reply) =>
      reply.resume().on('close', () => end(reply.statusCode ?? 0)),
    ).on('error', () => end(0))
  })

/** External clients don't wait for responses. */
export async function atPace(perSecond: number, forMs: number, one: (n: number) => Promise<Asked>): Promise<Asked[]> {
  const asked: Promise<Asked>[] = []
  const started = performance.now()
  for (let n = 0; performance.now() - started < forMs; ) {
    const due = Math.floor(((performance.now() - started) * perSecond) / 1000)
    while (n < due) asked.push(one(n++))
    await pause(2)
  }
  return Promise.all(asked)
}
