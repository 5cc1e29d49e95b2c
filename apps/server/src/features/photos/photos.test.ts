import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createBrowser, OUR_PAGES } from '@trailwarden/testkit/devices/people'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { directoryStore, newPhotoName, type PhotoStore } from '#files/photo-store.ts'
import { createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'
import { removeUnclaimedPhoto, storePhoto } from './photos.ts'

/** Has a location and a camera model in its metadata, like a phone's photo. */
const createPhoto = (changes: { width?: number; height?: number; colour?: string } = {}) =>
  sharp({ create: { width: changes.width ?? 1200, height: changes.height ?? 900, channels: 3, background: changes.colour ?? '#356a3c' } })
    .withExif({ IFD0: { Make: 'TELLTALE', Model: 'Phone' }, IFD3: { GPSLatitude: '41/1 17/1 0/1', GPSLatitudeRef: 'S' } })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()

async function createServerWithPhotos() {
  const { app, database, config } = await createTestServer()
  const [owner, other, manager] = await Promise.all([
    createTestDevice(app, database.db),
    createTestDevice(app, database.db),
    createTestDevice(app, database.db, { role: 2 }),
  ])
  const allFiles = async () => (await readdir(config.PHOTOS_DIR, { recursive: true }).catch(() => [])).filter((name) => name.includes('.'))
  const files = async () => (await allFiles()).filter((name) => !/-(small|large)\.jpg$/.test(name))
  return { app, database, config, owner, other, manager, files, allFiles }
}

test('ACT-14 stores a photo reduced, without metadata, under a random name in its owner’s folder', async () => {
  const { owner, files, config, other } = await createServerWithPhotos()
  const photoId = randomUUID()
  const id = await owner.report({ photoId })
  expect(await other.action(id)).toMatchObject({ photoId, photoStored: false })
  expect((await other.browser.get(`/api/photos/${photoId}`)).statusCode).toBe(404)
  expect((await owner.browser.putPhoto(photoId, await createPhoto())).statusCode).toBe(204)
  // Other people receive the photo's state by sync, although the Action has no new version.
  expect(await other.action(id)).toMatchObject({ photoId, photoStored: true, version: 1 })
  const reply = await other.browser.get(`/api/photos/${photoId}`)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'content-disposition': 'inline; filename="photo.jpg"',
  })
  const { width, height, format, exif, icc, xmp, iptc } = await sharp(reply.rawPayload).metadata()
  expect({ width, height, format, exif, icc, xmp, iptc }).toEqual({ width: 451, height: 338, format: 'jpeg' })
  expect(reply.rawPayload.includes('TELLTALE')).toBe(false)
  const [name = ''] = await files()
  expect(name).toMatch(new RegExp(`^${owner.person.id}/[0-9a-f-]{36}\\.jpg$`))
  expect(name).not.toContain(photoId)
  expect(await readFile(join(config.PHOTOS_DIR, name))).toEqual(reply.rawPayload)
})

test('ACT-14 stores a photo in three sizes (small, standard, large) without metadata, and removes all three together', async () => {
  const { owner, other, allFiles, database, config } = await createServerWithPhotos()
  const [photoId, small] = [randomUUID(), randomUUID()]
  await owner.report({ addPhotos: [photoId, small].map((id) => ({ id, note: '' })) })
  const sent = await createPhoto({ width: 2048, height: 1536 })
  expect((await owner.browser.putPhoto(photoId, sent)).statusCode).toBe(204)
  // Older apps send photos of this size.
  expect((await owner.browser.putPhoto(small, await createPhoto({ width: 451, height: 338 }))).statusCode).toBe(204)
  const sizeOf = async (id: string, query: string) => {
    const { statusCode, rawPayload } = await other.browser.get(`/api/photos/${id}${query}`)
    if (statusCode !== 200) return statusCode
    const { width, height, exif, icc } = await sharp(rawPayload).metadata()
    return [width, height, exif, icc]
  }
  expect(await sizeOf(photoId, '')).toEqual([451, 338, undefined, undefined])
  expect(await sizeOf(photoId, '?size=large')).toEqual([2048, 1536, undefined, undefined])
  expect(await sizeOf(photoId, '?size=small')).toEqual([160, 160, undefined, undefined])
  expect(await sizeOf(small, '?size=large')).toEqual([451, 338, undefined, undefined])
  expect(await sizeOf(photoId, '?size=huge')).toBe(422)
  expect(await allFiles()).toHaveLength(5)
  // This photo is larger than our app sends, so only the standard size is stored.
  const huge = randomUUID()
  await owner.report({ addPhotos: [{ id: huge, note: '' }] })
  expect((await owner.browser.putPhoto(huge, await createPhoto({ width: 3000, height: 2250 }))).statusCode).toBe(204)
  expect(await sizeOf(huge, '?size=large')).toEqual([451, 338, undefined, undefined])
  // A photo from an older version has a single file.
  const old = { id: randomUUID(), file: newPhotoName(owner.person.id) }
  const store = directoryStore(config.PHOTOS_DIR)
  await store.put(old.file, await createPhoto({ width: 300, height: 200 }))
  const [actionId, now] = [await owner.report(), new Date()]
  const row = { ...old, ownerId: owner.person.id, actionId, sentHash: Buffer.alloc(32), storedAt: now, createdAt: now }
  await database.db.insertInto('photos').values(row).execute()
  for (const query of ['', '?size=small', '?size=large'])
    expect(((await sizeOf(old.id, query)) as unknown[]).slice(0, 2)).toEqual([300, 200])
  const rows = await database.db.selectFrom('photos').select('file').execute()
  for (const { file } of rows) await store.remove(file)
  expect(await allFiles()).toEqual([])
})

test('ACT-14 stores all photos that two people add offline, with their notes; older apps receive the first one', async () => {
  const { owner, other, manager } = await createServerWithPhotos()
  const photo = await createPhoto()
  const [mine, theirs, second] = [randomUUID(), randomUUID(), randomUUID()]
  const id = await owner.report()
  expect((await owner.do('action', id, { addPhotos: [{ id: mine, note: 'From below' }] }, { baseVersion: 1 })).outcome).toBe('applied')
  const added = { addPhotos: [theirs, second].map((photoId) => ({ id: photoId, note: '' })) }
  expect(await other.do('action', id, added, { baseVersion: 1 })).toMatchObject({ outcome: 'applied', replaced: [] })
  expect((await other.browser.putPhoto(theirs, photo)).statusCode).toBe(204)
  expect(await manager.action(id)).toMatchObject({
    photoId: mine,
    photoStored: false,
    photos: [
      { id: mine, note: 'From below', stored: false },
      { id: theirs, note: '', stored: true },
      { id: second, note: '', stored: false },
    ],
  })
  // An older app knows only the first photo and replaces it. The others remain.
  const retaken = randomUUID()
  expect((await owner.do('action', id, { photoId: retaken }, { baseVersion: 3 })).outcome).toBe('applied')
  expect((await manager.action(id))?.photos.map((one) => one.id)).toEqual([retaken, theirs, second])
  const elsewhere = await other.report()
  expect((await other.do('action', elsewhere, { addPhotos: [{ id: theirs, note: '' }] }, { baseVersion: 1 })).outcome).toBe('invalid')
  const nine = { addPhotos: Array.from({ length: 9 }, () => ({ id: randomUUID(), note: '' })) }
  expect((await other.do('action', elsewhere, nine, { baseVersion: 1 })).refusal?.code).toBe('too-many-photos')
})

test('ACT-14 during a rolling upgrade, photo changes written by the older version also count', async () => {
  const { owner, database, manager } = await createServerWithPhotos()
  const [first, second, fromOldServer] = [randomUUID(), randomUUID(), randomUUID()]
  const id = await owner.report({ addPhotos: [first, second].map((photoId) => ({ id: photoId, note: 'x' })) })
  await database.pool.query('update actions set photo_id = $2, version = 2 where id = $1', [id, fromOldServer])
  expect((await owner.do('action', id, { notePhotos: [{ id: second, note: 'Root' }] }, { baseVersion: 2 })).outcome).toBe('applied')
  expect(await manager.action(id)).toMatchObject({
    photoId: fromOldServer,
    photos: [
      { id: fromOldServer, note: '' },
      { id: second, note: 'Root' },
    ],
  })
})

test('ACT-14 a photo that is sent twice, even concurrently, is stored once; a different photo with its ID is refused', async () => {
  const { owner, files, database } = await createServerWithPhotos()
  const photoId = randomUUID()
  await owner.report({ photoId })
  const [photo, another] = [await createPhoto(), await createPhoto({ colour: '#fff' })]
  const replies = await Promise.all(Array.from({ length: 6 }, () => owner.browser.putPhoto(photoId, photo)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(204))
  expect((await owner.browser.putPhoto(photoId, photo)).statusCode).toBe(204)
  expect((await owner.browser.putPhoto(photoId, another)).statusCode).toBe(422)
  expect(await files()).toHaveLength(1)
  const row = await database.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
  expect(row.sentHash).toEqual(createHash('sha256').update(photo).digest())
})

test('ACT-14 accepts only complete JPEG files small enough to decode', async () => {
  const { owner, files, app } = await createServerWithPhotos()
  const photo = await createPhoto()
  const png = await sharp(photo).png().toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const huge = Buffer.from(photo)
  // The header of a small image claims a size of 30,000 × 30,000.
  const frame = huge.indexOf(Buffer.from([0xff, 0xc0]))
  huge.writeUInt16BE(30_000, frame + 5)
  huge.writeUInt16BE(30_000, frame + 7)
  const wrong = {
    png,
    svg,
    'svg behind the first bytes of a jpeg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg]),
    'html after a comment': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0x00, 0x10]), Buffer.from('<html>'.repeat(9))]),
    truncated: photo.subarray(0, Math.floor(photo.length * 0.6)),
    'first bytes only': photo.subarray(0, 4),
    huge,
    nothing: Buffer.alloc(0),
  }
  for (const [what, bytes] of Object.entries(wrong)) expect((await owner.browser.putPhoto(randomUUID(), bytes)).statusCode, what).toBe(422)
  expect((await owner.browser.putPhoto(randomUUID(), Buffer.alloc(10 * 1024 * 1024 + 1, photo))).statusCode).toBe(400)
  expect((await owner.browser.putPhoto(randomUUID(), photo, 'image/png')).statusCode).toBe(403)
  expect((await owner.browser.putPhoto(randomUUID(), Buffer.from('{}'), 'application/json')).statusCode).toBe(422)
  expect((await owner.browser.putPhoto('../../etc/passwd', photo)).statusCode).toBe(404)
  expect((await owner.browser.putPhoto('x', photo)).statusCode).toBe(422)
  expect((await createBrowser(app).putPhoto(randomUUID(), photo)).statusCode).toBe(401)
  expect(await files()).toEqual([])
  expect((await owner.browser.putPhoto(randomUUID(), Buffer.concat([photo, svg]))).statusCode).toBe(204)
})

test('everyone who can currently see an Action can see its photos', async () => {
  const { app, owner, other, manager } = await createServerWithPhotos()
  const photoId = randomUUID()
  const id = await owner.report({ photoId })
  await owner.browser.putPhoto(photoId, await createPhoto())
  const seenBy = async () =>
    Promise.all([owner, other, manager].map(async ({ browser }) => (await browser.get(`/api/photos/${photoId}`)).statusCode))
  expect(await seenBy()).toEqual([200, 200, 200])
  expect((await createBrowser(app).get(`/api/photos/${photoId}`)).statusCode).toBe(401)
  await manager.do('action', id, { status: 'Resolved' }, { baseVersion: 1 })
  expect(await seenBy()).toEqual([200, 404, 200])
  await manager.do('action', id, { deleted: true }, { baseVersion: 2 })
  expect(await seenBy()).toEqual([404, 404, 404])
})

test('nobody can upload another person’s photo, use it for their own Action, or upload a photo after its Action is deleted', async () => {
  const { owner, other, manager } = await createServerWithPhotos()
  const photoId = randomUUID()
  const id = await owner.report({ photoId })
  const photo = await createPhoto()
  expect((await other.browser.putPhoto(photoId, photo)).statusCode).toBe(403)
  expect((await manager.browser.putPhoto(photoId, photo)).statusCode).toBe(403)
  const theirs = await other.report()
  expect((await other.do('action', theirs, { photoId }, { baseVersion: 1 })).outcome).toBe('invalid')
  expect(await other.action(theirs)).toMatchObject({ photoId: null, version: 1 })
  await owner.do('action', id, { photoId: null }, { baseVersion: 1 })
  expect((await manager.do('action', id, { photoId }, { baseVersion: 2 })).outcome).toBe('applied')
  await manager.do('action', id, { deleted: true }, { baseVersion: 3 })
  expect((await owner.browser.putPhoto(photoId, photo)).statusCode).toBe(410)
})

test('a photo may arrive before its Action; until it’s used, only its owner can see it, and an unused photo is removed', async () => {
  const { owner, other, files, database, config } = await createServerWithPhotos()
  const [claimed, unclaimed] = [randomUUID(), randomUUID()]
  const photo = await createPhoto()
  for (const id of [claimed, unclaimed]) expect((await owner.browser.putPhoto(id, photo)).statusCode).toBe(204)
  expect((await owner.browser.get(`/api/photos/${claimed}`)).statusCode).toBe(200)
  expect((await other.browser.get(`/api/photos/${claimed}`)).statusCode).toBe(404)
  const action = await owner.report({ photoId: claimed })
  expect(await other.action(action)).toMatchObject({ photoStored: true })
  const { rows } = await database.pool.query<{ data: { photoId: string }; wait: number }>(
    `select data, extract(epoch from start_after - created_on) as wait from pgboss.job where name = 'unclaimed-photos'`,
  )
  expect(rows.map(({ data }) => data.photoId).sort()).toEqual([claimed, unclaimed].sort())
  for (const { wait } of rows) expect(Math.abs(Number(wait) - 24 * 3600)).toBeLessThan(60)
  const photos = { db: database.db, store: directoryStore(config.PHOTOS_DIR) }
  const hoursLater = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  await removeUnclaimedPhoto(photos, unclaimed, hoursLater(2))
  expect(await files()).toHaveLength(2)
  for (const id of [claimed, unclaimed, unclaimed]) await removeUnclaimedPhoto(photos, id, hoursLater(24))
  expect(await files()).toHaveLength(1)
  expect((await other.browser.get(`/api/photos/${claimed}`)).statusCode).toBe(200)
  expect((await owner.browser.get(`/api/photos/${unclaimed}`)).statusCode).toBe(404)
})

test('R25 a crash between writing a photo and its row leaves no duplicate file, and abandoned files are removed', async () => {
  const { owner, allFiles, database, config } = await createServerWithPhotos()
  const path = join(config.PHOTOS_DIR, 'received')
  await mkdir(config.PHOTOS_DIR, { recursive: true })
  await writeFile(path, await createPhoto())
  const { id: actorId, displayName: name, role } = owner.person
  const store = directoryStore(config.PHOTOS_DIR)
  // Simulates a killed process, which rolls back its transaction.
  let putsLeft = 0
  const crashing: PhotoStore = {
    ...store,
    async put(...photo) {
      await store.put(...photo)
      if (--putsLeft <= 0) throw new Error('killed')
    },
  }
  const claims: string[] = []
  const keep = (into: PhotoStore, id: string) => {
    const expectClaim = async (_: unknown, photoId: string) => void claims.push(photoId)
    const upload = { path, sha256: createHash('sha256').update('sent').digest() }
    return storePhoto({ db: database.db, store: into, expectClaim }, { id: actorId, name, role }, id, upload, new Date())
  }
  const [sentAgain, neverSentAgain] = [randomUUID(), randomUUID()]
  const crash = async (id: string, afterPuts: number) => {
    putsLeft = afterPuts
    await expect(keep(crashing, id)).rejects.toThrow('killed')
  }
  // The process is killed before it writes the first size, and after it has written the last.
  await crash(sentAgain, 1)
  await crash(neverSentAgain, 3)
  expect(await keep(store, sentAgain)).toMatchObject({ ok: true })
  expect(await allFiles()).toHaveLength(6)
  expect(claims).toEqual([sentAgain, neverSentAgain, sentAgain])
  await removeUnclaimedPhoto({ db: database.db, store }, neverSentAgain, new Date())
  expect(await allFiles()).toHaveLength(3)
})

test('limits how many photos a person can send at a time', async () => {
  const { app, database } = await createTestServer({ environment: { PHOTOS_AT_ONCE: '2' } })
  const { browser } = await createTestDevice(app, database.db)
  const small = await createPhoto({ width: 8, height: 8 })
  const put = async () => (await browser.putPhoto(randomUUID(), small)).statusCode
  expect([await put(), await put(), await put()]).toEqual([204, 204, 429])
})

test('SEC-IMAGE an upload that is interrupted or too large leaves no file behind and logs no error', async () => {
  const lines: string[] = []
  const { app, database, config } = await createTestServer({
    environment: { LOG_LEVEL: 'error' },
    logTo: { write: (line) => lines.push(line) },
  })
  const { browser } = await createTestDevice(app, database.db)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const photo = await createPhoto()
  const leftovers = async () => (await readdir(config.PHOTOS_DIR, { recursive: true }).catch(() => [])).filter((name) => name.includes('.'))
  const headers = { ...OUR_PAGES, cookie: browser.cookie, 'content-type': 'image/jpeg' }
  const begin = (more: Record<string, string | number>) =>
    request({ port, host: '127.0.0.1', method: 'PUT', path: `/api/photos/${randomUUID()}`, headers: { ...headers, ...more } }).on(
      'error',
      () => undefined,
    )
  const cutOff = begin({ 'content-length': photo.length })
  cutOff.write(photo.subarray(0, 100))
  await expect.poll(leftovers).toHaveLength(1)
  cutOff.destroy()
  await expect.poll(leftovers).toEqual([])
  const endless = begin({ 'transfer-encoding': 'chunked' })
  const refused = Promise.race([once(endless, 'response'), once(endless, 'close')])
  for (let sent = 0; sent < 12 && !endless.destroyed; sent++) endless.write(Buffer.alloc(1024 * 1024, photo))
  await refused
  endless.destroy()
  await expect.poll(leftovers).toEqual([])
  expect(lines).toEqual([])
  expect((await browser.putPhoto(randomUUID(), photo)).statusCode).toBe(204)
})
