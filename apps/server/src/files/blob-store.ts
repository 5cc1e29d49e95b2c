import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type BlobStore = {
  /** Atomic and durable: nothing can be read before `put` returns, and everything is stored afterwards, even if the process crashes. */
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
}

/** Without a sync of the folder, a power failure could lose the name of a new file. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** `root` must be outside all served folders. */
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

/** Reads from the second store if the first doesn't have the blob, so that blobs can be moved while the server runs. */
export const blobsBeingMoved = (to: BlobStore, from: BlobStore): BlobStore => ({
  put: (name, bytes) => to.put(name, bytes),
  get: async (name) => (await to.get(name)) ?? (await from.get(name)) ?? to.get(name),
  async remove(name) {
    await to.remove(name)
    await from.remove(name)
  },
})
