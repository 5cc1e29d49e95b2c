/** Where bytes lie under a name: a folder, or a bucket of an object store. What the names mean is `photo-store.ts`'s. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type BlobStore = {
  /** Afterwards everything is there, whatever happens to this process; before, nothing of it can be read. */
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | null>
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>
}

/** A name in a folder survives a power cut only once the folder itself is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Files under `root`, which must lie outside of everything that is served. */
export const folderBlobs = (root: string): BlobStore => ({
  async put(name, bytes) {
    const path = join(root, name)
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
      return await readFile(join(root, name))
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return null
      throw error
    }
  },
  remove: (name) => rm(join(root, name), { force: true }),
})

/** Writes to the first; what is not there yet is read from the second. So bytes can be moved while the server runs. */
export const blobsBeingMoved = (to: BlobStore, from: BlobStore): BlobStore => ({
  put: (name, bytes) => to.put(name, bytes),
  get: async (name) => (await to.get(name)) ?? (await from.get(name)) ?? to.get(name),
  async remove(name) {
    await to.remove(name)
    await from.remove(name)
  },
})
