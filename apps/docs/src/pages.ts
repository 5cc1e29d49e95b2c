import { globSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../../..')
/** Each build writes this file. Git ignores it. */
export const API_REFERENCE = 'apps/docs/generated/api-reference.md'
export const DOCS_INDEX = 'docs/README.md'
export const HELP = 'apps/web/help'

/** These addresses can't be derived from the file name. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  [DOCS_INDEX]: 'documentation.md',
  'CODE_OF_CONDUCT.md': 'code-of-conduct.md',
  // docs/security.md has the shorter address.
  'SECURITY.md': 'report-a-vulnerability.md',
  'sites/README.md': 'network-data.md',
  'packages/domain/RULES.md': 'rules.md',
  'packages/sync/SPEC.md': 'sync-guarantees.md',
}

const SOURCES = [...Object.keys(ADDRESSES), '{ARCHITECTURE,CHANGELOG,CONTRIBUTING}.md', 'docs/**/*.md', `${HELP}/*.md`, API_REFERENCE]

export function addressOf(source: string): string {
  const named = ADDRESSES[source]
  if (named) return named
  const folders: readonly [string, string][] = [
    ['docs/', ''],
    [`${HELP}/`, 'help/'],
    ['apps/docs/generated/', ''],
  ]
  const [from, to] = folders.find(([folder]) => source.startsWith(folder)) ?? ['', '']
  const path = to + source.slice(from.length)
  return path.includes('/') ? path.replace(/README\.md$/, 'index.md') : path.toLowerCase()
}

export const readSources = (): string[] => [...new Set(globSync(SOURCES, { cwd: ROOT }))].sort()

export const readPage = (source: string): string => readFileSync(join(ROOT, source), 'utf8')

export function titleOf(source: string): string {
  const text = readPage(source)
  const title = /^name: (.+)$/m.exec(/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '')?.[1] ?? /^# (.+)$/m.exec(text)?.[1]
  if (!title) throw new Error(`${source} has no title`)
  return title.replaceAll('`', '')
}

/** `source` is the target page's file, and null for web addresses and for headings on the current page. */
export type SiteLink = { link: string; source: string | null }

/** Null means that the site doesn't have the target. */
export function siteLink(source: string, href: string, sources: ReadonlySet<string>): SiteLink | null {
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return { link: href, source: null }
  const [path = '', anchor] = href.split('#')
  const target = targetOf(source, path)
  if (!sources.has(target)) return null
  return { link: `/${addressOf(target)}${anchor === undefined ? '' : `#${anchor}`}`, source: target }
}

function targetOf(source: string, path: string): string {
  // Help pages link to addresses in the app.
  if (source.startsWith(`${HELP}/`))
    return path === '/help' ? `${HELP}/getting-started.md` : path.replace(/^\/help\/(.+)$/, `${HELP}/$1.md`)
  const target = posix.join(posix.dirname(source), path)
  return target.endsWith('.md') ? target : posix.join(target, 'README.md')
}
