/**
 * R25: the server is killed while photos arrive, and photos are sent twice and with wrong bytes. Each size of a photo must have exactly one
 * complete file.
 */

import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AREA, createTestDevice, openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'
import sharp from 'sharp'
import { type FaultTest, type Result, upTo } from '../fault-test.ts'

const AMOUNT = { small: { photos: 12, kills: 2 }, full: { photos: 500, kills: 100 } }

const isWhole = async (bytes: Buffer) =>
  sharp(bytes, { failOn: 'error' })
    .stats()
    .then(() => true)
    .catch(() => false)

export const photosInterrupted: FaultTest = {
  name: 'R25',
  async run(size): Promise<Result> {
    const { photos, kills } = AMOUNT[size]
    const env = await openTestEnv()
    const broken: string[] = []
    let lost = 0
    try {
      await env.start()
      const device = await createTestDevice(env, 'member@example.org')
      const put = async (id: string, bytes: Buffer) => {
        const headers = { ...device.headers, 'content-type': 'image/jpeg' }
        const reply = await fetch(`${env.address}/api/photos/${id}`, { method: 'PUT', headers, body: new Uint8Array(bytes) }).catch(
          () => null,
        )
        return reply?.status ?? 0
      }
      const perKill = Math.ceil(photos / kills)
      const ids: string[] = []
      for (let kill = 0; kill < kills; kill++) {
        const batch = await Promise.all(
          Array.from({ length: perKill }, async () => {
            const background = { r: upTo(256), g: upTo(256), b: upTo(256) }
            return {
              id: randomUUID(),
              bytes: await sharp({ create: { width: 900, height: 700, channels: 3, background } })
                .jpeg()
                .toBuffer(),
            }
          }),
        )
        ids.push(...batch.map(({ id }) => id))
        const area = { description: 'With a photo', area: AREA }
        const reports = batch.map(({ id }) => device.command('action', randomUUID(), { ...area, photoId: id }))
        // The order of photos and reports isn't guaranteed, so every second batch sends its photos first.
        const steps: (() => Promise<unknown>)[] = [
          () => device.send(reports),
          () => Promise.all(batch.flatMap(({ id, bytes }) => [put(id, bytes), put(id, bytes)])),
        ]
        if (kill % 2) steps.reverse()
        const busy = (async () => {
          for (const step of steps) await step()
        })()
        await pause(upTo(120))
        env.kill()
        await busy
        await env.ended()
        await env.start()
        const answers = await device.drain(reports)
        lost += reports.filter(({ id }) => answers.get(id)?.outcome !== 'applied').length
        for (const { id, bytes } of batch) {
          if ((await put(id, bytes.subarray(0, bytes.length / 2))) !== 422) broken.push(`${id}: half a photo was accepted`)
          if ((await put(id, bytes)) !== 204) lost++
          if ((await put(id, bytes)) !== 204) broken.push(`${id}: the same photo again was refused`)
        }
      }
      const { rows } = await env.pool.query<{ file: string }>(
        `select p.file from photos p join actions a on a.photo_id = p.id and p.action_id = a.id where p.stored_at is not null and p.id = any($1)`,
        [ids],
      )
      lost += ids.length - rows.length
      // The server stores three sizes per photo.
      const sizes = rows.flatMap(({ file }) => ['.jpg', '-small.jpg', '-large.jpg'].map((end) => file.replace('.jpg', end)))
      for (const file of sizes) if (!(await isWhole(await readFile(join(env.photos, file))))) broken.push(`${file} is incomplete`)
      const files = (await readdir(env.photos, { recursive: true })).filter((name) => name.endsWith('.jpg'))
      const parts = (await readdir(env.photos, { recursive: true })).filter((name) => name.endsWith('.part'))
      return { runs: ids.length, lost, doubled: files.length - sizes.length, broken, figures: { kills, halfWrittenFiles: parts.length } }
    } finally {
      await env.close()
    }
  },
}
