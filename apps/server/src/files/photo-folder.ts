import { randomUUID } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const isInside = (path: string, folder: string) => {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith('../')
}

const realPath = (path: string) => {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/** Throws an error with the reason if the server can't store photos in the folder. */
export function preparePhotoFolder(directory: string, served: readonly string[]): void {
  const refuseInside = (path: string) => {
    const folder = served.find((one) => isInside(path, realPath(one)))
    if (folder) throw new Error(`The server cannot start: PHOTOS_DIR ${directory} is inside ${folder}, whose files anyone can read.`)
  }
  refuseInside(resolve(directory))
  try {
    mkdirSync(directory, { recursive: true })
    const probe = join(directory, `.probe-${randomUUID()}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const reason = (error as { code?: string }).code ?? String(error)
    throw new Error(`The server cannot start: PHOTOS_DIR ${directory} cannot be written to (${reason}).`)
  }
  // Checks the folder again with symbolic links resolved.
  refuseInside(realPath(directory))
}
