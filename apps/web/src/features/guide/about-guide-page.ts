import type { GuidePage, Site } from '@trailwarden/site'

/** Search engines show about this many characters. */
const DESCRIPTION_LENGTH = 155

function beginningOf(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text
  return `${text.slice(0, text.lastIndexOf(' ', DESCRIPTION_LENGTH))} …`
}

export function aboutGuidePage(page: GuidePage, site: Site, url: string) {
  const description = beginningOf(page.text)
  return {
    title: `${page.name} – ${site.label}`,
    description,
    structured: { '@context': 'https://schema.org', '@type': 'WebPage', name: page.name, description, url },
  }
}
