/** Either all changes of files are made or, if one isn't possible, none. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** An edit replaces a text that the file contains exactly once. */
export type FileChange = { path: string } & ({ text: string } | { edits: readonly (readonly [from: string, to: string])[] })

export class Refused extends Error {}

function edited(path: string, before: string, edits: readonly (readonly [from: string, to: string])[]): string {
  return edits.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Refused(`${path} must contain this exactly once: ${from}`)
    return text.replace(from, () => to)
  }, before)
}

/** If a new file exists or an edit doesn't apply, nothing changes and `Refused` is thrown. Several changes of a file are made in order. */
export function applyChanges(root: string, changes: readonly FileChange[]): void {
  const texts = new Map<string, string>()
  for (const change of changes) {
    const { path } = change
    const isThere = texts.has(path) || existsSync(join(root, path))
    if ('text' in change && isThere) throw new Refused(`${path} already exists`)
    if ('edits' in change && !isThere) throw new Refused(`${path} does not exist`)
    const before = () => texts.get(path) ?? readFileSync(join(root, path), 'utf8')
    texts.set(path, 'text' in change ? change.text : edited(path, before(), change.edits))
  }
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
