import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { directoryStore, newPhotoName } from './photo-store.ts'

async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'photos-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('SEC-PARTS removes unfinished files left by a crash, but not finished photos or files being written', async () => {
  const folder = await createFolder()
  const store = directoryStore(folder)
  const photo = newPhotoName(randomUUID())
  await store.put(photo, Buffer.from('whole'))
  await mkdir(join(folder, 'incoming'))
  const [old, fresh] = [new Date(Date.now() - 2 * 3_600_000), new Date()]
  await store.put(photo, Buffer.from('small'), 'small')
  // Earlier server versions removed only a photo's standard size and left other sizes behind.
  const gone = newPhotoName(randomUUID())
  await store.put(gone, Buffer.from('large'), 'large')
  const alone = gone.replace('.jpg', '-large.jpg')
  const files = { [`${photo}.x.part`]: old, 'incoming/a.part': old, 'incoming/b.part': fresh, [alone]: old }
  for (const [name, at] of Object.entries(files)) {
    await writeFile(join(folder, name), 'half')
    await utimes(join(folder, name), at, at)
  }
  expect(await store.removeParts(new Date(Date.now() - 3_600_000))).toBe(3)
  const left = (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'))
  expect(left.sort()).toEqual([photo, photo.replace('.jpg', '-small.jpg'), 'incoming/b.part'].sort())
  expect(await directoryStore(join(folder, 'nowhere')).removeParts(new Date())).toBe(0)
})

test('SEC-PARTS counts a photo as stored only once both its data and its name are on disk', async () => {
  const folder = await createFolder()
  const photo = newPhotoName(randomUUID())
  const handle = await open(folder)
  const prototype = Object.getPrototypeOf(handle) as typeof handle
  await handle.close()
  const synced: string[] = []
  const sync = prototype.sync
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof handle) {
    synced.push(`${(await this.stat()).isDirectory() ? 'folder' : 'file'}, ${existsSync(join(folder, photo)) ? 'named' : 'not named'}`)
    return sync.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  await directoryStore(folder).put(photo, Buffer.from('whole'))
  expect(synced).toEqual(['file, not named', 'folder, named', 'folder, named'])
})
