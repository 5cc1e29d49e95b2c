/**
 * R4b: the connection is cut at every kind of position in a photo's upload and in a download. Nobody may ever receive part of a photo, and
 * after another upload, the photo exists exactly once.
 */

import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AREA, createTestDevice, openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { type Cut, openProxy } from '@trailwarden/testkit/line/faulty-connection'
import sharp from 'sharp'
import type { FaultTest, Result } from '../fault-test.ts'
import { rawRequest, sendRaw } from '../helpers/raw-request.ts'

const AMOUNT = { small: 14, full: 700 }

/** The position depends on the lengths of the request's head and body and of the reply. */
type Place = (head: number, body: number, reply: number) => Cut
const inRequest = (after: number): Cut => ({ after, of: 'request' })
const inReply = (after: number): Cut => ({ after, of: 'reply' })
const PLACES: Record<string, Place> = {
  'before the first byte': () => inRequest(0),
  'request line': () => inRequest(8),
  headers: (head) => inRequest(Math.floor(head / 2)),
  'last byte of the headers': (head) => inRequest(head - 1),
  'between headers and body': (head) => inRequest(head),
  'first byte of the body': (head) => inRequest(head + 1),
  'middle of the body': (head, body) => inRequest(head + Math.floor(body / 2)),
  'all but the last byte': (head, body) => inRequest(head + body - 1),
  'whole request': (head, body) => inRequest(head + body),
  'committed, no reply': () => 'reply-lost',
  'first byte of the reply': () => inReply(1),
  'headers of the reply': (_head, _body, reply) => inReply(Math.floor(reply / 2)),
  'all but the last byte of the reply': (_head, _body, reply) => inReply(reply - 1),
  'whole reply': (_head, _body, reply) => inReply(reply),
}

const isWhole = (bytes: Buffer) =>
  sharp(bytes, { failOn: 'error' })
    .stats()
    .then(
      () => true,
      () => false,
    )

/** A photo of noise doesn't compress, so its body spans many packets. */
const createPhoto = () =>
  sharp({ create: { width: 900, height: 700, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .jpeg()
    .toBuffer()

export const largeBodies: FaultTest = {
  name: 'R4B',
  full: { runs: AMOUNT.full, step: 70 },
  async run(size, stop, times = AMOUNT[size], first = 0): Promise<Result> {
    const env = await openTestEnv()
    const broken: string[] = []
    const ids: string[] = []
    let [lost, runs, halfDownloads] = [0, 0, 0]
    try {
      await env.start()
      const proxy = await openProxy(env.port)
      const device = await createTestDevice(env, 'member@example.org')
      const headers = { host: `127.0.0.1:${env.port}`, ...device.headers, 'content-type': 'image/jpeg' }
      const put = (id: string, bytes: Buffer) =>
        fetch(`${env.address}/api/photos/${id}`, { method: 'PUT', headers, body: new Uint8Array(bytes) })
      const get = (id: string, address = env.address) => fetch(`${address}/api/photos/${id}`, { headers: { cookie: device.cookie } })
      let reply = 0
      const tryPlace = async (name: string, place: Place | null) => {
        const [id, bytes] = [randomUUID(), await createPhoto()]
        ids.push(id)
        const report = device.command('action', randomUUID(), { description: 'With a photo', area: AREA, photoId: id })
        if ((await device.drain([report])).get(report.id)?.outcome !== 'applied') lost++
        const request = rawRequest(`PUT /api/photos/${id}`, headers, bytes)
        proxy.cutNext(place ? place(request.headLength, bytes.length, reply) : null)
        await sendRaw(proxy.port, request.bytes)
        if (!place) reply = proxy.passed().reply
        proxy.cutNext(null)
        const seen = await get(id)
        if (seen.status === 200 && !(await isWhole(Buffer.from(await seen.arrayBuffer())))) broken.push(`${name}: half a photo was shown`)
        else if (seen.status !== 200 && seen.status !== 404) broken.push(`${name}: the photo was answered ${seen.status}`)
        for (let times = 0; times < 2; times++) if ((await put(id, bytes)).status !== 204) lost++
        // A download that is cut must result in an error, not in part of a photo.
        proxy.cutNext(inReply(5000))
        const isRead = await get(id, proxy.address)
          .then((broken_) => broken_.arrayBuffer())
          .then(() => true)
          .catch(() => false)
        if (isRead) halfDownloads++
        proxy.cutNext(null)
      }
      await tryPlace('no cut', null)
      if (reply < 50) throw new Error('no reply came through the uncut connection')
      const places = Object.entries(PLACES)
      for (; runs < times && !stop.aborted; runs++) {
        const [name, place] = places[(first + runs) % places.length] as (typeof places)[number]
        await tryPlace(name, place)
      }
      proxy.close()
      if (halfDownloads > 0) broken.push(`${halfDownloads} cut downloads were treated as complete`)
      const { rows } = await env.pool.query<{ file: string }>('select file from photos where stored_at is not null and id = any($1)', [ids])
      lost += ids.length - rows.length
      // The server stores three sizes per photo.
      const wanted = rows.flatMap(({ file }) => ['.jpg', '-small.jpg', '-large.jpg'].map((end) => file.replace('.jpg', end)))
      for (const file of wanted) if (!(await isWhole(await readFile(join(env.photos, file))))) broken.push(`${file} is incomplete`)
      const files = (await readdir(env.photos, { recursive: true })).filter((name) => name.endsWith('.jpg'))
      return {
        runs,
        lost,
        doubled: files.length - wanted.length,
        broken,
        figures: { places: Object.keys(PLACES).length, photos: ids.length },
      }
    } finally {
      await env.close()
    }
  },
}
