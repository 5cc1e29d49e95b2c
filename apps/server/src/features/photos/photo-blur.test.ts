import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { PROTOCOL, PROTOCOL_HEADER, PullReply } from '@trailwarden/api'
import type { Photo } from '@trailwarden/domain'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestDevice, settled } from '#testing/devices.ts'
import { createReporter } from '#testing/reporters.ts'
import { createTestServer } from '#testing/test-server.ts'

const [WIDTH, HEIGHT] = [1200, 800]
const BOX = { x: 0.5, y: 0.5, width: 0.5, height: 0.5 }
const DAY_MS = 86_400_000

function striped(): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let i = 0; i < WIDTH * HEIGHT; i++) pixels.fill(Math.floor((i % WIDTH) / 20) % 2 ? 255 : 0, i * 3, i * 3 + 3)
  const image = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  return image
    .withExif({ IFD0: { Make: 'TELLTALE' } })
    .jpeg()
    .toBuffer()
}

/** 255 for stripes, nearly 0 for a blurred box. */
async function contrastIn(bytes: Buffer, part: 'left' | 'right'): Promise<number> {
  const { width, height } = await sharp(bytes).metadata()
  const area = {
    left: Math.round(width * (part === 'left' ? 0.1 : 0.55)),
    top: Math.round(height * 0.6),
    width: Math.round(width * 0.1),
    height: Math.round(height * 0.3),
  }
  // `stats` always reads the original, so the part becomes a separate image.
  const { channels } = await sharp(await sharp(bytes).extract(area).jpeg({ quality: 100 }).toBuffer()).stats()
  return Math.max(...channels.map(({ min, max }) => max - min))
}

async function createReportedPhoto() {
  const server = await createTestServer()
  const { app, database } = server
  const visitor = createBrowser(app)
  const [mara, sam] = [await createTestDevice(app, database.db, { role: 2 }), await createTestDevice(app, database.db, { role: 1 })]
  const jo = createReporter(visitor)
  const photoId = randomUUID()
  const { recordId, code } = await jo.report({ addPhotos: [{ id: photoId, note: '' }] })
  expect((await visitor.putPhoto(photoId, await striped(), 'image/jpeg', jo.headers)).statusCode).toBe(204)
  const read = async (who: typeof mara, size?: string) => {
    const reply = await who.browser.get(`/api/photos/${photoId}${size ? `?size=${size}` : ''}`)
    return reply.statusCode === 200 ? reply.rawPayload : reply.statusCode
  }
  const seen = async (who: typeof mara, size?: string) => {
    const bytes = await read(who, size)
    if (typeof bytes === 'number') throw new Error(`answered ${bytes}`)
    return bytes
  }
  const blur = (boxes: object[], kind: 'report' | 'action' = 'report', id = recordId, who = mara) =>
    who.do(kind, id, { blurPhotos: [{ id: photoId, boxes }] }, { baseVersion: 1 })
  const followed = async () => (await visitor.post('/api/report-links/photo', { code, photoId })).rawPayload
  const photosOf = async (kind: string, id: string, who = mara) => {
    await settled(database.db)
    const reply = await who.browser.call('GET', '/api/pull', undefined, { [PROTOCOL_HEADER]: String(PROTOCOL) })
    const found = PullReply.parse(reply.json()).documents.find((one) => one.kind === kind && one.id === id)
    return (found?.data as { photos: Photo[] } | undefined)?.photos
  }
  const accept = async (actionId: string) => {
    const accepted = { actionId, rating: 'High', description: 'Log', area: 'St Helens', trail: null }
    expect((await mara.do('report', recordId, { accept: accepted }, { baseVersion: 1 })).outcome).toBe('applied')
  }
  const files = async () => (await readdir(server.config.PHOTOS_DIR, { recursive: true })).filter((name) => name.endsWith('.jpg')).sort()
  const sweepIn = async (days: number) => {
    const at = new Date(Date.now() + days * DAY_MS)
    await sql`insert into retention_clock (only_row, checked_at, steady_since) values (true, ${at}, ${new Date(at.getTime() - 8 * DAY_MS)})
      on conflict (only_row) do update set checked_at = excluded.checked_at, steady_since = excluded.steady_since`.execute(database.db)
    expect(await server.sweep(at)).toBe(true)
  }
  return { ...server, visitor, mara, sam, jo, photoId, recordId, code, read, seen, blur, followed, photosOf, accept, files, sweepIn }
}

test('PH7 SEC-PRIV a blur box hides its content in every size of a photo; only managers can see the original', async () => {
  const { visitor, jo, mara, sam, photoId, recordId, read, seen, blur, followed, photosOf, accept } = await createReportedPhoto()
  const before = await seen(mara, 'large')
  expect(await contrastIn(before, 'right')).toBeGreaterThan(200)
  expect((await blur([BOX])).outcome).toBe('applied')
  for (const size of [undefined, 'large']) {
    const bytes = await seen(mara, size)
    expect(await contrastIn(bytes, 'right'), size).toBeLessThan(12)
    expect(await contrastIn(bytes, 'left'), size).toBeGreaterThan(200)
    const { exif, xmp, icc, comments } = await sharp(bytes).metadata()
    expect({ exif, xmp, icc, comments }).toEqual({})
    expect(bytes.includes('TELLTALE')).toBe(false)
  }
  expect(await contrastIn(await seen(mara, 'small'), 'right')).toBeLessThan(20)
  expect(await photosOf('report', recordId)).toMatchObject([{ id: photoId, stored: true, boxes: [BOX] }])
  expect((await followed()).equals(await seen(mara))).toBe(true)

  const actionId = randomUUID()
  await accept(actionId)
  for (const size of [undefined, 'small', 'large']) expect((await seen(sam, size)).equals(await seen(mara, size))).toBe(true)
  expect(await photosOf('action', actionId, sam)).toMatchObject([{ id: photoId, boxes: [BOX] }])
  expect((await seen(mara, 'original')).equals(before)).toBe(true)
  expect(await read(sam, 'original')).toBe(404)
  for (const headers of [{}, jo.headers])
    expect((await visitor.call('GET', `/api/photos/${photoId}?size=original`, undefined, headers)).statusCode).toBe(401)
  expect((await mara.browser.get(`/api/photos/${photoId}`)).headers['cache-control']).toBe('private, no-store')
  // Sending the photo again from the reporter's device doesn't restore it.
  expect((await visitor.putPhoto(photoId, await striped(), 'image/jpeg', jo.headers)).statusCode).toBe(204)
  expect(await contrastIn(await followed(), 'right')).toBeLessThan(12)
})

test('PH6 PH7 redraws blur boxes from the original, even after the report becomes an Action, and refuses members, other records and missing photos', async () => {
  const { mara, sam, jo, visitor, recordId, database, seen, blur, accept, followed } = await createReportedPhoto()
  const original = await seen(mara, 'large')
  expect((await blur([BOX], 'report', recordId, sam)).outcome).toBe('forbidden')
  expect((await blur([{ ...BOX, x: 0.6 }])).outcome).toBe('invalid')
  expect((await blur([BOX])).outcome).toBe('applied')
  const actionId = randomUUID()
  await accept(actionId)
  expect((await blur([BOX])).outcome, 'it is the action’s now').toBe('gone')
  expect((await blur([{ ...BOX, x: 0 }], 'action', actionId)).outcome).toMatch(/applied|merged/)
  expect([await contrastIn(await followed(), 'left'), await contrastIn(await followed(), 'right')].map((n) => n < 12)).toEqual([
    true,
    false,
  ])
  expect((await seen(mara, 'original')).equals(original)).toBe(true)
  expect((await blur([], 'action', actionId)).outcome).toMatch(/applied|merged/)
  expect(await contrastIn(await followed(), 'left')).toBeGreaterThan(200)
  expect((await blur([BOX], 'action', randomUUID())).outcome).toBe('gone')
  const { rows } = await sql<{ changes: object }>`
    select changes -> 'blurPhotos' as changes from history where changes ? 'blurPhotos' order by id`.execute(database.db)
  expect(rows.map(({ changes }) => changes)).toEqual([
    { before: 0, after: 1 },
    { before: 1, after: 1 },
    { before: 1, after: 0 },
  ])
  const later = randomUUID()
  const other = await jo.report({ addPhotos: [{ id: later, note: '' }] })
  const early = { blurPhotos: [{ id: later, boxes: [BOX] }] }
  expect((await mara.do('report', other.recordId, early, { baseVersion: 1 })).outcome, 'its bytes are not there').toBe('gone')
  expect((await visitor.putPhoto(later, await striped(), 'image/jpeg', jo.headers)).statusCode).toBe(204)
  expect((await mara.do('report', other.recordId, early, { baseVersion: 1 })).outcome).toBe('applied')
})

test('PH7 removes the unblurred file immediately and the original after 12 months, and the photo stays blurred', async () => {
  const { mara, photoId, recordId, database, blur, seen, files, followed, photosOf, sweepIn } = await createReportedPhoto()
  const before = await files()
  expect((await blur([BOX])).outcome).toBe('applied')
  await sweepIn(0)
  const after = await files()
  expect(after.filter((name) => before.includes(name))).toEqual([])
  expect(after.map((name) => name.replace(/^.*[0-9a-f]{12}(?=[-.])/, ''))).toEqual(['-large.jpg', '-original.jpg', '-small.jpg', '.jpg'])
  await sweepIn(364)
  expect(await files()).toEqual(after)
  await sweepIn(366)
  expect(await files()).toEqual(after.filter((name) => !name.includes('original')))
  expect(await contrastIn(await followed(), 'right')).toBeLessThan(12)
  expect(await contrastIn(await seen(mara, 'original'), 'right'), 'there is no other').toBeLessThan(12)
  expect((await photosOf('report', recordId))?.[0]).toEqual({ id: photoId, note: '', stored: true })
  const { rows } = await sql`select from unused_photo_files`.execute(database.db)
  expect(rows).toEqual([])
})
