import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Signatures are valid only in this namespace, so the key's signature on something else can't pass for a release. */
const NAMESPACE = 'trailwarden-release'

export type ReleaseFacts = {
  version: string
  tags: readonly string[]
  changed: readonly string[]
  changelog: string
  /** docs/upgrade.md, with the table of versions. */
  page: string
  migrations: readonly string[]
}

export function versionsOf(page: string): { version: string; migration: string }[] {
  const table = /^## Which version reads which database\n([\s\S]*?)(?=^##)/m.exec(page)?.[1] ?? ''
  return Array.from(table.matchAll(/^\| (\d+\.\d+\.\d+)[^|]* \| `(\d{4}_\w+)` \|/gm), ([, version = '', migration = '']) => ({
    version,
    migration,
  }))
}

/** An empty list means that the commit can be released. */
export function releaseProblems({ version, tags, changed, changelog, page, migrations }: ReleaseFacts): string[] {
  const newest =
    migrations
      .toSorted()
      .at(-1)
      ?.replace(/\.sql$/, '') ?? ''
  const row = versionsOf(page).find((one) => one.version === version)
  const dated = new RegExp(`^## ${version.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}$`, 'm')
  const unreleased = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog)?.[1]?.trim()
  return [
    changed.length > 0 && `files differ from the commit: ${changed.slice(0, 5).join(', ')}`,
    !tags.includes(`v${version}`) && `the commit has no tag v${version} for the version in package.json: git tag --sign v${version}`,
    !dated.test(changelog) && `CHANGELOG.md has no heading "## ${version} - " with a date`,
    unreleased && 'CHANGELOG.md has lines under Unreleased, which belong to this version',
    !row && `docs/upgrade.md, Which version reads which database: no row for ${version}`,
    row &&
      row.migration !== newest &&
      `docs/upgrade.md lists migration ${row.migration} for ${version}, but the newest migration is ${newest}`,
  ].filter((problem) => typeof problem === 'string' && problem !== '') as string[]
}

function must(command: string, args: readonly string[], cwd: string): Buffer {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, maxBuffer: 2 ** 30 })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

/** `images` are the files from `npm run container -- --save`. They are reproducible only with one base image. */
type Options = { source: string; commit: string; name: string; sbom: string; images?: readonly string[]; key: string; out: string }

/** Anyone who builds the archive from this commit gets identical bytes. */
export function makeRelease({ source, commit, name, sbom, images = [], key, out }: Options): string[] {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const archive = `${name}.tar.gz`
  writeFileSync(join(out, archive), gzipSync(must('git', ['archive', '--format=tar', `--prefix=${name}/`, commit], source), { level: 9 }))
  const bill = `${name}.cdx.json`
  copyFileSync(sbom, join(out, bill))
  for (const image of images) copyFileSync(image, join(out, `${name}-${basename(image)}`))
  const files = [archive, bill, ...images.map((image) => `${name}-${basename(image)}`)]
  const sums = files.map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(out, file)))
        .digest('hex')}  ${file}\n`,
  )
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
  must('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', NAMESPACE, 'SHA256SUMS'], out)
  return [...files, 'SHA256SUMS', 'SHA256SUMS.sig']
}
