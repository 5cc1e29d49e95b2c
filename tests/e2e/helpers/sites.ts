import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export function copySites(settings: Record<string, unknown>) {
  const folder = mkdtempSync(join(tmpdir(), 'sites-'))
  cpSync(resolve(import.meta.dirname, '../../../sites/st-helens'), join(folder, 'st-helens'), { recursive: true })
  const file = join(folder, 'st-helens/site.json')
  const change = (others: Record<string, unknown>) =>
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...others }))
  change(settings)
  return { folder, change, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
