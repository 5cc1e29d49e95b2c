/** The tables of links in docs/README.md and other pages define the sidebar, so that there is no second list to maintain. */
import type { DefaultTheme } from 'vitepress'
import { API_REFERENCE, addressOf, DOCS_INDEX, HELP, readPage, siteLink, titleOf } from './pages.ts'

type Item = DefaultTheme.SidebarItem

/** The theme recognises the current page only in this form. */
const linkOf = (address: string) => `/${address.replace(/(^|\/)index\.md$/, '$1').replace(/\.md(?=#|$)/, '.html')}`

/** The sidebar lists the pages that these pages link to below them. */
const LISTS = ['docs/assurance/README.md', 'docs/internals/README.md']

function linksInTables(source: string, text: string, sources: ReadonlySet<string>): Item[] {
  const cells = text.matchAll(/\| \[([^\]]+)\]\(([^)\s]+)\) (?=\|)/g)
  return [...cells].flatMap(([, label = '', href = '']) => {
    const target = siteLink(source, href, sources)
    if (!target?.source) return []
    const items = LISTS.includes(target.source) ? linksInTables(target.source, readPage(target.source), sources) : []
    return [
      {
        text: href.includes('#') ? label : titleOf(target.source),
        link: linkOf(target.link.slice(1)),
        ...(items.length > 0 && { items, collapsed: true }),
      },
    ]
  })
}

function groupsOf(source: string, sources: ReadonlySet<string>, collapsed: boolean): Item[] {
  return readPage(source)
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.slice(0, section.indexOf('\n')),
      items: linksInTables(source, section, sources),
      collapsed,
    }))
    .filter(({ items }) => items.length > 0)
}

const page = (source: string): Item => ({ text: titleOf(source), link: linkOf(addressOf(source)) })

function helpGroups(sources: ReadonlySet<string>): Item[] {
  const field = (source: string, name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(readPage(source))?.[1] ?? ''
  const pages = [...sources]
    .filter((source) => source.startsWith(`${HELP}/`))
    .toSorted((one, other) => Number(field(one, 'order')) - Number(field(other, 'order')))
  return [...Map.groupBy(pages, (source) => field(source, 'group'))].map(([text, group]) => ({ text, items: group.map(page) }))
}

export function sidebars(list: readonly string[]): DefaultTheme.SidebarMulti {
  const sources = new Set(list)
  const home = { text: 'All documentation', link: linkOf(addressOf(DOCS_INDEX)) }
  const reference = [API_REFERENCE, 'packages/domain/RULES.md', 'packages/sync/SPEC.md'].map(page)
  return {
    '/decisions/': [home, ...groupsOf('docs/decisions/README.md', sources, true)],
    '/help/': [...helpGroups(sources), home],
    '/': [
      ...groupsOf(DOCS_INDEX, sources, false),
      { text: 'Reference', items: reference },
      { text: 'Help', items: helpGroups(sources), collapsed: true },
    ],
  }
}
