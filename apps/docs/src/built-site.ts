import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import MiniSearch from 'minisearch'
import { SEARCH_OPTIONS } from './search.ts'

const decode = (text: string) => decodeURIComponent(text.replaceAll('&amp;', '&').replaceAll('&quot;', '"'))

const attributes = (html: string, pattern: RegExp) => Array.from(html.matchAll(pattern), ([, value = '']) => decode(value))

export type BuiltPage = { links: readonly string[]; anchors: ReadonlySet<string> }

export function readBuiltPages(dist: string): Map<string, BuiltPage> {
  const pages = globSync('**/*.html', { cwd: dist }).map((file): [string, BuiltPage] => {
    const html = readFileSync(join(dist, file), 'utf8')
    return [
      file,
      {
        links: attributes(html, /<[a-z]+ [^>]*?\b(?:href|src)="([^"]*)"/g),
        anchors: new Set(attributes(html, /<[^>]+? id="([^"]*)"/g)),
      },
    ]
  })
  return new Map(pages)
}

const isElsewhere = (link: string) => /^(?:[a-z]+:|\/\/)/.test(link)

export function checkLinks(dist: string): { pages: number; links: number; dead: string[] } {
  const pages = readBuiltPages(dist)
  const files = new Set(globSync('**', { cwd: dist }))
  const dead: string[] = []
  let links = 0
  for (const [page, built] of pages)
    for (const link of built.links.filter((one) => !isElsewhere(one))) {
      links++
      const [path = '', anchor] = link.split('#')
      const resolved = path === '' ? page : posix.join(path.startsWith('/') ? '' : posix.dirname(page), path)
      const file = /(^|\/)$/.test(path) && path !== '' ? posix.join(resolved, 'index.html') : resolved
      const target = file.replace(/^\//, '')
      if (!files.has(target)) dead.push(`${page}: ${link}`)
      else if (anchor && !pages.get(target)?.anchors.has(anchor)) dead.push(`${page}: ${link} has no such heading`)
    }
  return { pages: pages.size, links, dead }
}

export function externalRequests(dist: string): string[] {
  const inPages = globSync('**/*.html', { cwd: dist }).flatMap((file) =>
    attributes(readFileSync(join(dist, file), 'utf8'), /<(?:script|img|iframe|source|link) [^>]*?\b(?:href|src)="([^"]*)"/g),
  )
  const inStyles = globSync('**/*.css', { cwd: dist }).flatMap((file) =>
    attributes(readFileSync(join(dist, file), 'utf8'), /(?:url\(|@import )["']?([^"')]+)/g),
  )
  return [...inPages, ...inStyles].filter((address) => /^(?:https?:)?\/\//.test(address))
}

export type Hit = { address: string; title: string }

export async function openSearch(dist: string): Promise<(words: string) => Hit[]> {
  const [file] = globSync('assets/chunks/@localSearchIndex*.js', { cwd: dist })
  if (!file) throw new Error('the site was built without a search index')
  const { default: index } = (await import(pathToFileURL(join(dist, file)).href)) as { default: string }
  const search = MiniSearch.loadJSON(index, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions: SEARCH_OPTIONS,
  })
  return (words) => search.search(words).map(({ id, title }) => ({ address: String(id), title: String(title) }))
}
