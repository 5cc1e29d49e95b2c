import type { GuidePage } from './guide.ts'
import { linksOf } from './markdown-tree.ts'

/** `/help` shows the first help page, and `/information` shows the page "about". */
export type LinkedPages = { information: readonly GuidePage[]; help: readonly GuidePage[] }

/** Doesn't check addresses outside guide and help, which are the app's own routes. */
export function deadGuideLinks({ information, help }: LinkedPages): string[] {
  const shown = new Map<string, GuidePage>()
  for (const page of information) shown.set(`/information/${page.path}`, page)
  for (const page of help) shown.set(`/help/${page.path}`, page)
  const about = information.find((page) => page.path === 'about')
  if (about) shown.set('/information', about)
  if (help[0]) shown.set('/help', help[0])

  return [...shown].flatMap(([address, page]) => {
    if (address === '/help' || address === '/information') return []
    return linksOf(page.nodes).flatMap((href) => {
      const [path = '', anchor] = href.split('#')
      if (path !== '' && !/^\/(information|help)(\/|$)/.test(path)) return []
      if (path === '' && anchor === undefined) return []
      const target = path === '' ? page : shown.get(path)
      if (!target) return [`${address} links to ${path}, which does not exist`]
      if (anchor === undefined || target.headings.some((heading) => heading.anchor === anchor)) return []
      return [`${address} links to ${href}, but that page has no such heading`]
    })
  })
}
