import { readFileSync } from 'node:fs'

interface LockedPackage {
  version?: string
  integrity?: string
  optional?: boolean
}
export type LockedPackages = Record<string, LockedPackage>

/**
 * npm adds builds for other platforms that have been published since, so new optional packages are allowed. All locked entries must be
 * unchanged.
 */
export function changesOf(before: LockedPackages, after: LockedPackages): string[] {
  const changes: string[] = []
  for (const [path, locked] of Object.entries(before)) {
    const now = after[path]
    if (!now) changes.push(`${path} was removed`)
    else if (now.version !== locked.version) changes.push(`${path} changed from ${locked.version} to ${now.version}`)
    else if (now.integrity !== locked.integrity) changes.push(`${path} has another checksum`)
  }
  for (const [path, added] of Object.entries(after)) if (!before[path] && !added.optional) changes.push(`${path} was added`)
  return changes
}

if (import.meta.main) {
  const [before, after] = process.argv
    .slice(2)
    .map((path) => (JSON.parse(readFileSync(path, 'utf8')) as { packages: LockedPackages }).packages)
  if (!before || !after) throw new Error('Usage: node tools/ci/lock-file.ts BEFORE AFTER')
  const changes = changesOf(before, after)
  for (const change of changes) console.error(change)
  if (changes.length > 0) {
    console.error('npm install changed package-lock.json. Commit the change')
    process.exit(1)
  }
}
