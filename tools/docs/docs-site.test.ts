import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PERMISSIONS } from '@trailwarden/api'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkLinks, externalRequests, openSearch, readBuiltPages } from '../../apps/docs/src/built-site.ts'
import { addressOf, DOCS_INDEX, HELP, readPage, readSources, siteLink } from '../../apps/docs/src/pages.ts'
import { anchorsIn, linksIn } from './links.ts'

const root = resolve(import.meta.dirname, '../..')
const dist = join(root, 'apps/docs/dist')
const sources = readSources()

beforeAll(() => {
  rmSync(dist, { recursive: true, force: true })
  const { status, stdout, stderr } = spawnSync(process.execPath, ['apps/docs/src/build.ts'], { cwd: root, encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
}, 400_000)

const fileOf = (source: string) => addressOf(source).replace(/\.md$/, '.html')

test('DOCS-SITE the site builds with no dead link, and search finds restore, passkey and GPX', async () => {
  const { pages, links, dead } = checkLinks(dist)
  expect(dead).toEqual([])
  expect(pages).toBeGreaterThan(sources.length)
  expect(links).toBeGreaterThan(pages)
  const search = await openSearch(dist)
  const firstPages = (words: string) =>
    search(words)
      .map(({ address }) => address.split('#')[0])
      .slice(0, 3)
  expect(firstPages('restore')[0]).toBe('/backup-restore.html')
  expect(firstPages('passkey')[0]).toBe('/security.html')
  expect(firstPages('passkey')).toContain('/help/roles-and-accounts.html')
  expect(firstPages('GPX')[0]).toMatch(/^\/(network-data|help\/managing)\.html$/)
  expect(firstPages('GPX')).toContain('/network-data.html')
  expect(search('xylophone')).toEqual([])
})

test('DOCS-SITE the site has every page that docs/README.md lists, every decision, help for riders and managers, and every API request', () => {
  const pages = readBuiltPages(dist)
  const listed = linksIn(readPage(DOCS_INDEX)).map((link) => siteLink(DOCS_INDEX, link, new Set(sources))?.source)
  expect(listed).not.toContain(undefined)
  const decisions = globSync('docs/decisions/*.md', { cwd: root })
  for (const source of [...listed, ...decisions, `${HELP}/getting-started.md`, `${HELP}/managing.md`])
    expect([...pages.keys()]).toContain(fileOf(String(source)))
  const reference = readFileSync(join(dist, 'api-reference.html'), 'utf8')
  for (const name of Object.keys(PERMISSIONS)) expect(reference).toContain(`<code>${name.replace(/:(\w+)/g, '{$1}')}</code>`)
})

test('DOCS-SITE gives each heading the same anchor as GitHub', () => {
  const pages = readBuiltPages(dist)
  for (const source of sources) {
    const built = pages.get(fileOf(source))?.anchors ?? new Set()
    expect([source, [...anchorsIn(readPage(source))].filter((anchor) => !built.has(anchor))]).toEqual([source, []])
  }
})

test('DOCS-SITE the site loads nothing from other hosts', () => {
  expect(externalRequests(dist)).toEqual([])
})

test('DOCS-SITE reports links, anchors and pictures that lead nowhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'part'))
  const there = '<a href="/part/">1</a> <a href="./part/index.html#there">2</a> <a href="#here">3</a> <a href="https://example.org/">4</a>'
  writeFileSync(join(folder, 'index.html'), `<h1 id="here"></h1>${there}<a class="x" href="/gone.html">5</a><img alt="" src="/gone.webp">`)
  writeFileSync(
    join(folder, 'part/index.html'),
    '<h1 id="there"></h1><a href="../index.html#gone">6</a><script src="https://example.org/x.js"></script>',
  )
  const { dead } = checkLinks(folder)
  expect(dead.toSorted()).toEqual([
    'index.html: /gone.html',
    'index.html: /gone.webp',
    'part/index.html: ../index.html#gone has no such heading',
  ])
  expect(externalRequests(folder)).toEqual(['https://example.org/x.js'])
})
