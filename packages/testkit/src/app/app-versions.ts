/** Every file gets another address, and the version another number. */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { VERSION_LABEL } from './version-label.ts'

const SHELL_REVISION = /("revision":")[0-9a-f]{16}([^"]*","url":"\/(?:home-)?shell\.html")/g

const built = resolve(import.meta.dirname, '../../../../apps/web/dist')

/** Returns a folder to use as WEB_DIST. `change` may edit the files' text. */
export async function anotherVersion(label: string, change: (text: string) => string = (text) => text): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `version-${label}-`))
  await cp(built, folder, { recursive: true })
  for (const part of ['client', 'prerender']) await rename(join(folder, part, 'assets'), join(folder, part, `assets-${label}`))
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (/\.(br|gz)$/.test(entry.name)) await rm(path)
    else if (/\.(js|css|html)$/.test(entry.name)) {
      const text = await readFile(path, 'utf8')
      const renamed = text.replaceAll('assets/', `assets-${label}/`).replaceAll(VERSION_LABEL, label)
      // The page contains the file names, so its revision must change with them.
      await writeFile(path, change(renamed.replace(SHELL_REVISION, `$1${label}$2`)))
    }
  }
  return folder
}

/** The database version is `later` higher, with one more index. Its upgrade runs `upgrade`, which is JavaScript. */
export const withDatabase = (later: number, upgrade: string) => (text: string) =>
  text.replace(
    /(\w+)\.version\((\d+)\)\.stores\(\{\.\.\.[^}]*\}\)/,
    (found, db, built) =>
      `${found},${db}.version(${Number(built) + later}).stores({ drafts: 'key, savedAt' }).upgrade(async (tx) => { ${upgrade} })`,
  )

export const withProtocol = (protocol: number) => (text: string) =>
  text.replace(/(\b\w+=\{\[\w+\]:)`\d+`\}/, (_, before) => `${before}\`${protocol}\`}`)
