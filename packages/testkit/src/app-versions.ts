/** Other versions of the app, made of the one that was built: every file has another address, and the version another number. */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { VERSION_LABEL } from './version-label.ts'

const SHELL_REVISION = /("revision":")[0-9a-f]{16}([^"]*","url":"\/(?:home-)?shell\.html")/g

const built = resolve(import.meta.dirname, '../../../apps/web/dist')

/** A folder for WEB_DIST. `change` may do more to a file of it. */
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
      // The page names the files, so with other files it is another page.
      await writeFile(path, change(renamed.replace(SHELL_REVISION, `$1${label}$2`)))
    }
  }
  return folder
}

/** A version whose database is so many versions later and has another index; its upgrade does `upgrade`, written in JavaScript. */
export const withDatabase = (later: number, upgrade: string) => (text: string) =>
  text.replace(
    /(\w+)\.version\((\d+)\)\.stores\(\{\.\.\.[^}]*\}\)/,
    (found, db, built) =>
      `${found},${db}.version(${Number(built) + later}).stores({ drafts: 'key, savedAt' }).upgrade(async (tx) => { ${upgrade} })`,
  )

/** A version of the app that speaks another version of the protocol. */
export const withProtocol = (protocol: number) => (text: string) =>
  text.replace(/(\b\w+=\{\[\w+\]:)`\d+`\}/, (_, before) => `${before}\`${protocol}\`}`)
