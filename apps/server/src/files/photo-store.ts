/** Where the bytes of photos lie. A small interface, so that a directory and an object store can stand for each other. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type PhotoStore = {
  /** Afterwards the whole photo is there, whatever happens to this process; before, nothing of it can be read. */
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | null>
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>
  /** Removes unfinished files that nobody has written to since; gives their number. */
  removeParts(untouchedSince: Date): Promise<number>
}

/** A new random name in the owner's folder: it reveals nothing, and nobody can choose it. */
export const newPhotoName = (ownerId: string) => `${ownerId}/${randomUUID()}.jpg`

/** A name in a folder survives a power cut only once the folder itself is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Photos as files under `root`, which must lie outside of everything that is served. */
export function directoryStore(root: string): PhotoStore {
  const pathOf = (name: string) => {
    if (!/^[0-9a-f-]{36}\/[0-9a-f-]{36}\.jpg$/.test(name)) throw new Error('This is no name of a photo.')
    return join(root, name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      const made = await mkdir(dirname(path), { recursive: true })
      const half = `${path}.${randomUUID()}.part`
      const file = await open(half, 'wx', 0o640)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(half, path)
      await syncFolder(dirname(path))
      if (made) await syncFolder(dirname(made))
    },
    async get(name) {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return null
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async removeParts(untouchedSince) {
      const names = await readdir(root, { recursive: true }).catch(() => [])
      let removed = 0
      for (const name of names.filter((one) => one.endsWith('.part'))) {
        const path = join(root, name)
        const written = await stat(path).catch(() => null)
        if (!written || written.mtime >= untouchedSince) continue
        await rm(path, { force: true })
        removed++
      }
      return removed
    },
  }
}
