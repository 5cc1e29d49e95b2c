import { randomBytes } from 'node:crypto'
import { Agent, get } from 'node:http'

const SHAPES: ((random: string) => string)[] = [
  (random) => `/${random}`,
  (random) => `/${random}/${random}`,
  (random) => `/information/${random}`,
  (random) => `/${random}?${random}`,
  (random) => `/m/${random}`,
  // The address resembles the code of a post.
  (random) =>
    `/m/${random
      .replace(/[^a-f]/g, '')
      .toUpperCase()
      .padEnd(2, 'X')
      .slice(0, 2)}${random.replace(/\D/g, '').padEnd(2, '0').slice(0, 2)}`,
  (random) => `/api/public/${random}`,
  (random) => `/feeds/${random}`,
  (random) => `/assets/${random}.js`,
  (random) => `/tiles/${random}.png`,
]

export type Flood = { sent: number; refused: number; unanswered: number; tookMs: number }

export async function flood(url: string, amount: number, stop: AbortSignal): Promise<Flood> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const result: Flood = { sent: 0, refused: 0, unanswered: 0, tookMs: 0 }
  const started = Date.now()
  const ask = (path: string) =>
    new Promise<void>((done) => {
      const request = get(url + path, { agent, headers: { 'accept-encoding': 'gzip' } }, (reply) => {
        if (reply.statusCode === 429) result.refused++
        reply.resume().on('close', done)
      })
      request.on('error', () => {
        result.unanswered++
        done()
      })
    })
  const visitor = async () => {
    while (result.sent < amount && !stop.aborted) {
      const i = result.sent++
      const shape = SHAPES[i % 2 === 0 ? 0 : Math.floor(i / 2) % SHAPES.length]
      if (shape) await ask(shape(randomBytes(8).toString('hex')))
    }
  }
  await Promise.all(Array.from({ length: 64 }, visitor))
  agent.destroy()
  result.tookMs = Date.now() - started
  return result
}
