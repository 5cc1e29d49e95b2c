/** IMAGES: twenty of the largest accepted photos, sent together, may increase the server's memory no more than a single one. */

import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS } from '@trailwarden/domain'
import { createTestDevice, openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'
import sharp from 'sharp'
import type { FaultTest, Result } from '../fault-test.ts'

const AT_ONCE = 20
const RISE_MAX_MB = 150
const TRIES = 20
const ROUNDS = { small: 1, full: 5 }
const PROGRESSIVE = { small: 4, full: AT_ONCE }

function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1000
  return { now: read('VmRSS'), peak: read('VmHWM') }
}
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Each photo is padded to the maximum size, and `n` makes it unique. */
async function createLargePhoto(megapixels: number, progressive: boolean): Promise<(n: number) => Buffer> {
  const width = Math.floor(Math.sqrt((megapixels * 1e6 * 4) / 3))
  const height = Math.floor((megapixels * 1e6) / width)
  const noise = await sharp({
    create: { width: 512, height: 512, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  })
    .png()
    .toBuffer()
  const bytes = await sharp(noise).resize(width, height, { kernel: 'nearest', fit: 'fill' }).jpeg({ quality: 60, progressive }).toBuffer()
  if (bytes.length > PHOTO_MAX_BYTES) throw new Error(`a photo of ${bytes.length} bytes is too large to be sent`)
  return (n) => Buffer.concat([bytes, Buffer.alloc(PHOTO_MAX_BYTES - bytes.length, n)])
}

export const imageMemory: FaultTest = {
  name: 'IMAGES',
  promise: 'SEC-IMAGE twenty of the largest photos at the same time raise the server’s memory by at most 150 MB, and all are stored',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnv()
    const broken: string[] = []
    let [lost, askedToWait, riseMb, runs] = [0, 0, 0, 0]
    try {
      await env.start()
      const device = await createTestDevice(env, 'member@example.org')
      const headers = { ...device.headers, 'content-type': 'image/jpeg' }
      const put = async (id: string, body: Buffer<ArrayBuffer>): Promise<number> => {
        for (let tries = 0; tries < TRIES; tries++) {
          const reply = await fetch(`${env.address}/api/photos/${id}`, { method: 'PUT', headers, body })
          if (reply.status !== 503) return reply.status
          const seconds = Number(reply.headers.get('retry-after'))
          if (!(seconds > 0)) broken.push('a 503 without Retry-After')
          askedToWait++
          await pause(Math.min(seconds, 5) * 1000)
        }
        return 503
      }
      const small = Buffer.from(
        await sharp({ create: { width: 64, height: 64, channels: 3, background: 'green' } })
          .jpeg()
          .toBuffer(),
      )
      await put(randomUUID(), small)
      const kinds = [
        { photo: await createLargePhoto(PHOTO_MAX_PIXELS / 1e6 - 0.1, false), amount: AT_ONCE },
        { photo: await createLargePhoto(25, true), amount: PROGRESSIVE[size] },
      ]
      for (let round = 0; round < ROUNDS[size] && !stop.aborted; round++) {
        for (const { photo, amount } of kinds) {
          forgetPeak(env.pid())
          const { now } = memoryOf(env.pid())
          const statuses = await Promise.all(
            Array.from({ length: amount }, (_, n) => put(randomUUID(), Buffer.from(photo(n + 32 * round)))),
          )
          const { peak } = memoryOf(env.pid())
          riseMb = Math.max(riseMb, Math.round(peak - now))
          runs += amount
          lost += statuses.filter((status) => status !== 204).length
        }
      }
      if (riseMb > RISE_MAX_MB) broken.push(`memory rose by ${riseMb} MB`)
      // A 40-megapixel progressive image has more coefficients than fit into memory.
      const tooMuch = await put(randomUUID(), Buffer.from((await createLargePhoto(39.9, true))(1)))
      if (tooMuch !== 422) broken.push(`a progressive image that needs too much memory was answered with ${tooMuch}`)
      const parts = readdirSync(env.photos, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'))
      if (parts.length > 0) broken.push(`${parts.length} unfinished files are left`)
      const { now } = memoryOf(env.pid())
      const figures = { atOnce: AT_ONCE, riseMb, askedToWait, rssAfterMb: Math.round(now) }
      const rows = { IMAGES: { n: runs, value: riseMb, lost, figures: { askedToWait, stored: lost === 0 ? 'all' : runs - lost } } }
      return { runs, lost, doubled: 0, broken, figures, rows }
    } finally {
      await env.close()
    }
  },
}
