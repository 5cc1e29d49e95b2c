import type { Block, GuidePage } from '@trailwarden/site'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { blocks } from '#parts/page/guide-markdown.tsx'
import { Muted } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, rem, typography } from '#ui/theme/theme.ts'
import type { Book } from './guide-pages.ts'
import { SiteContacts } from './site-contacts.tsx'

const Article = styled('article')({
  maxWidth: 720,
  padding: '20px 16px 8px',
  overflowWrap: 'break-word',
  fontSize: rem(16),
  lineHeight: rem(25),
  '& > h2': typography.h1,
  '& p, & ul, & ol, & blockquote, & pre, & [role=group], & [role=note]': {
    '& + p, & + ul, & + ol, & + blockquote, & + pre, & + [role=group], & + [role=note]': { marginTop: 12 },
  },
  '& a': { color: colour('link'), textUnderlineOffset: 3, textDecorationThickness: 1 },
  '& hr': { border: 0, borderTop: `1px solid ${colour('line')}`, margin: '24px 0' },
  [DESKTOP]: { padding: '32px 40px 8px' },
})

const Meta = styled(Muted)({ margin: '4px 0 16px', lineHeight: rem(20) })

/** A sample network's invented text must not be mistaken for real instructions. */
const SAMPLE_NOTE: Block = {
  type: 'note',
  tone: 'warning',
  children: [{ type: 'paragraph', children: ['Sample text, not approved by the trail manager'] }],
}

const CONTACTS_PATH = 'contacts'

export function GuideArticle({ page, book }: { page: GuidePage; book: Book }) {
  useFocusOnAnchor()
  const { site } = usePageData()
  const isOfNetwork = book === 'information'
  const written = [page.updated && `Updated ${page.updated}`, page.author && `by ${page.author}`].filter(Boolean).join(' ')
  return (
    <Article>
      <h2>{page.name}</h2>
      <Meta>{[page.group, written].filter(Boolean).join(' · ')}</Meta>
      {isOfNetwork && site.sample && blocks([SAMPLE_NOTE])}
      {isOfNetwork && page.path === CONTACTS_PATH && <SiteContacts contacts={site.contacts} />}
      {blocks(page.nodes)}
    </Article>
  )
}

/** Browsers move the focus to the heading in the URL only on static pages. Without the focus, the next Tab would go back to the link. */
function useFocusOnAnchor() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: selecting the same anchor again gives a new key
  useEffect(() => {
    document.getElementById(anchorIn(hash))?.focus({ preventScroll: true })
  }, [hash, key])
}

function anchorIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    // The URL was cut off in the middle of an escaped character, so it matches no heading.
    return ''
  }
}
