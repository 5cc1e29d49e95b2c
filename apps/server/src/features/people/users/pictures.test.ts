import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { removeUnclaimedPhoto } from '#features/photos/photos.ts'
import { openPhotoStore } from '#files/photo-store.ts'
import { createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

const createPicture = () =>
  sharp({ create: { width: 512, height: 512, channels: 3, background: '#356a3c' } })
    .jpeg()
    .toBuffer()

async function createServerWithPeople() {
  const { app, database, config } = await createTestServer()
  const [owner, other, manager] = await Promise.all([
    createTestDevice(app, database.db),
    createTestDevice(app, database.db),
    createTestDevice(app, database.db, { role: 2 }),
  ])
  const set = async (photoId: string | null, of = owner) => of.browser.call('PUT', '/api/me/picture', { photoId })
  const upload = async () => {
    const photoId = randomUUID()
    await owner.browser.putPhoto(photoId, await createPicture())
    return photoId
  }
  /** A bit more than a day later, as the queue does. */
  const sweep = (photoId: string) =>
    removeUnclaimedPhoto({ db: database.db, store: openPhotoStore(config) }, photoId, new Date(Date.now() + 25 * 3_600_000))
  const files = async () => (await readdir(config.PHOTOS_DIR, { recursive: true })).filter((name) => name.endsWith('.jpg'))
  const isDue = async (photoId: string) =>
    (await database.pool.query(`select from pgboss.job where name = 'unclaimed-photos' and data ->> 'photoId' = $1`, [photoId])).rowCount ??
    0
  return { database, owner, other, manager, set, upload, sweep, files, isDue }
}

test('TBL-02 only the person and managers can see a profile photo, both when syncing and as a file', async () => {
  const { owner, other, manager, set, upload } = await createServerWithPeople()
  const photoId = await upload()
  expect((await set(photoId)).json()).toMatchObject({ person: { pictureId: photoId } })
  expect((await owner.browser.get('/api/me')).json()).toMatchObject({ person: { pictureId: photoId } })
  expect((await manager.browser.get(`/api/users/${owner.person.id}`)).json()).toMatchObject({ user: { pictureId: photoId } })
  const documents = (await manager.fetch()).flatMap((page) => page.documents)
  expect(documents.findLast(({ kind, id }) => kind === 'person' && id === owner.person.id)?.data).toMatchObject({ pictureId: photoId })
  const seen = await Promise.all([owner, manager, other].map(({ browser }) => browser.get(`/api/photos/${photoId}?size=small`)))
  expect(seen.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404])
})

test('TBL-02 nobody can use another person’s photo, or a report’s photo, as their profile photo', async () => {
  const { owner, other, set, upload } = await createServerWithPeople()
  const theirs = await upload()
  expect((await set(theirs, other)).statusCode).toBe(403)
  const inReport = randomUUID()
  await owner.report({ photoId: inReport })
  expect((await set(inReport)).statusCode).toBe(403)
  expect((await owner.browser.get('/api/me')).json()).toMatchObject({ person: { pictureId: null } })
})

test('TBL-02 deletes all sizes of a profile photo when it’s replaced or removed, or when the person is deleted', async () => {
  const { database, owner, manager, set, upload, sweep, files, isDue } = await createServerWithPeople()
  const [first, second, third] = [await upload(), await upload(), await upload()]
  for (const photoId of [first, second, null, third]) expect((await set(photoId)).statusCode).toBe(200)
  // A check was scheduled for each upload, and another when a photo was replaced or removed.
  expect([await isDue(first), await isDue(second), await isDue(third)]).toEqual([2, 2, 1])
  await sweep(third)
  expect((await owner.browser.get(`/api/photos/${third}`)).statusCode).toBe(200)
  expect((await manager.browser.remove(`/api/users/${owner.person.id}`)).statusCode).toBe(204)
  expect(await isDue(third)).toBe(2)
  for (const photoId of [first, second, third]) await sweep(photoId)
  expect(await files()).toEqual([])
  expect(await database.db.selectFrom('photos').selectAll().execute()).toEqual([])
})
