import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeRelease, type ReleaseFacts, releaseProblems, versionsOf } from './release-files.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/upgrade.md'), 'utf8')

const ready: ReleaseFacts = {
  version: '3.1.0',
  tags: ['v3.1.0'],
  changed: [],
  changelog: '# Changelog\n\n## Unreleased\n\n## 3.1.0 - 2026-11-16\n\n- Something.\n',
  page: '## Which version reads which database\n\n| Version | Newest migration |\n|---|---|\n| 3.1.0 | `0002_b` | |\n\n## Next\n',
  migrations: ['0002_b.sql', '0001_a.sql'],
}

test('OPS-RELEASE the tag, changelog and version table must match package.json', () => {
  expect(releaseProblems(ready)).toEqual([])
  const spoilt: [Partial<ReleaseFacts>, string][] = [
    [{ tags: ['v3.0.0'] }, 'no tag v3.1.0'],
    [{ changed: [' M README.md'] }, 'README.md'],
    [{ changelog: ready.changelog.replace('3.1.0 - ', '3.1.0 ') }, 'no heading'],
    [{ changelog: ready.changelog.replace('Unreleased\n', 'Unreleased\n\n- New.\n') }, 'under Unreleased'],
    [{ version: '3.2.0', tags: ['v3.2.0'] }, 'no row for 3.2.0'],
    [{ migrations: [...ready.migrations, '0003_c.sql'] }, 'the newest migration is 0003_c'],
  ]
  for (const [change, words] of spoilt) expect(releaseProblems({ ...ready, ...change }).join('\n')).toContain(words)
})

test('OPS-RELEASE the version table contains this version, and only migrations that exist', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const rows = versionsOf(page)
  expect(rows.map((row) => row.version)).toContain(version)
  const migrations = readdirSync(join(root, 'apps/server/migrations'))
  for (const { migration } of rows) expect(migrations).toContain(`${migration}.sql`)
})

test('OPS-RELEASE the archive, SBOM and images are signed; docs/upgrade.md’s commands accept them and reject an extra byte or another signer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const run = (command: string, cwd = folder) => spawnSync('bash', ['-ec', command], { cwd, encoding: 'utf8' })
  const identity = '-c user.name=Test -c user.email=test@example.org -c commit.gpgsign=false'
  const made = run(`
    ssh-keygen -q -t ed25519 -N '' -f key && ssh-keygen -q -t ed25519 -N '' -f other
    git init -q source && cd source && echo one >file && git add file && git ${identity} commit -q -m one`)
  expect(made.status, made.stderr).toBe(0)
  writeFileSync(join(folder, 'bill.json'), '{}')
  writeFileSync(join(folder, 'server-image.tar.gz'), 'layers')
  const release = (out: string, key = 'key') =>
    makeRelease({
      source: join(folder, 'source'),
      commit: 'HEAD',
      name: 'trailwarden-3.1.0',
      sbom: join(folder, 'bill.json'),
      images: [join(folder, 'server-image.tar.gz')],
      key: join(folder, key),
      out: join(folder, out),
    })
  expect(release('out')).toEqual([
    'trailwarden-3.1.0.tar.gz',
    'trailwarden-3.1.0.cdx.json',
    'trailwarden-3.1.0-server-image.tar.gz',
    'SHA256SUMS',
    'SHA256SUMS.sig',
  ])
  const signer = readFileSync(join(folder, 'key.pub'), 'utf8').split(' ').slice(0, 2).join(' ')
  writeFileSync(join(folder, 'signers'), `releases@trailwarden ${signer}\n`)
  const verify = /^ssh-keygen -Y verify .*$/m.exec(page)?.[0]?.replace('release-signers', '../signers') ?? 'false'
  expect(run(verify, join(folder, 'out')).status).toBe(0)
  // A second release of the commit has identical bytes.
  release('again')
  expect(run('cmp out/SHA256SUMS again/SHA256SUMS').status).toBe(0)
  appendFileSync(join(folder, 'out/trailwarden-3.1.0.tar.gz'), 'x')
  expect(run(verify, join(folder, 'out')).status).not.toBe(0)
  release('out')
  appendFileSync(join(folder, 'out/trailwarden-3.1.0-server-image.tar.gz'), 'x')
  expect(run(verify, join(folder, 'out')).status).not.toBe(0)
  release('forged', 'other')
  expect(run(verify, join(folder, 'forged')).status).not.toBe(0)
})
