/** GitHub also renders these pages, so headings get GitHub's anchors, and links between files lead to the site's pages. */
import { relative } from 'node:path'
import type { MarkdownOptions, MarkdownRenderer } from 'vitepress'
import { HELP, ROOT, siteLink, titleOf } from './pages.ts'

type State = Parameters<Parameters<MarkdownRenderer['core']['ruler']['push']>[1]>[0]
type Token = State['tokens'][number]

/** tools/docs/links.ts checks links by this rule, which is GitHub's. */
const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** VitePress renders each page twice, for the site and for the search, and names its file differently each time. */
const sourceOf = ({ realPath, path }: { realPath?: string; path: string }) => relative(ROOT, realPath ?? path)

const isPage = /^[\w./-]+\.md$/

/** Links to files that aren't pages of the site become plain text, and file names in link texts become the titles of the pages. */
function siteLinks(tokens: readonly Token[], source: string, sources: ReadonlySet<string>): Token[] {
  let isDropped = false
  return tokens.filter((token, i) => {
    if (token.type === 'link_close') return !isDropped
    if (token.type !== 'link_open') return true
    const target = siteLink(source, String(token.attrGet('href')), sources)
    isDropped = target === null
    if (target === null) return false
    token.attrSet('href', target.link)
    const label = tokens[i + 1]
    if (target.source && label?.type === 'text' && isPage.test(label.content)) label.content = titleOf(target.source)
    return true
  })
}

/** Vite bundles files only if their relative address begins with `./`. */
const bundled = (src: string) => (/^(?:[./]|[a-z]+:)/.test(src) ? src : `./${src}`)

/** The link to the file lets readers enlarge the picture. */
function linkPictures(tokens: readonly Token[], { Token }: State): Token[] {
  return tokens.flatMap((token) => {
    if (token.type !== 'image') return [token]
    const [open, close] = [new Token('link_open', 'a', 1), new Token('link_close', 'a', -1)]
    open.attrSet('href', bundled(String(token.attrGet('src'))))
    open.attrSet('target', '_blank')
    return [open, token, close]
  })
}

/** The theme would override the height of pictures in HTML. */
const htmlOf = (html: string) =>
  html
    .replace(/(<(?:a|img) [^>]*(?:href|src)=")([^"]+)/g, (_, tag: string, address: string) => `${tag}${bundled(address)}`)
    .replace(/<a (?=[^>]*\.webp")/g, '<a target="_blank" ')
    .replace(
      /<img height="(\d+)"/g,
      '<img style="display: inline-block; width: auto; height: $1px; margin: 0 8px 8px 0; object-fit: contain"',
    )

export function markdownOptions(list: readonly string[]): MarkdownOptions {
  const sources = new Set(list)
  return {
    // GitHub doesn't support attributes in braces.
    attrs: { disable: true },
    anchor: { slugify },
    config(md) {
      md.core.ruler.before('normalize', 'help-title', (state) => {
        const source = sourceOf(state.env)
        if (source.startsWith(`${HELP}/`)) state.src = `# ${titleOf(source)}\n\n${state.src}`
      })
      md.core.ruler.after('inline', 'repository-links', (state) => {
        const source = sourceOf(state.env)
        for (const token of state.tokens) {
          if (token.children) token.children = linkPictures(siteLinks(token.children, source, sources), state)
          if (token.type === 'html_block') token.content = htmlOf(token.content)
        }
      })
    },
  }
}
