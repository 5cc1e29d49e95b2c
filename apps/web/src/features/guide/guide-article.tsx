import { styled } from '@mui/material/styles'
import type { Block, GuidePage } from '@trailwarden/site'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { Muted } from '#ui/card.tsx'
import { colour, DESKTOP } from '#ui/theme.ts'
import { blocks } from './guide-markdown.tsx'
import type { Book } from './guide-pages.ts'
import { SiteContacts } from './site-contacts.tsx'

const Article = styled('article')(({ theme }) => ({
  maxWidth: 720,
  padding: '20px 16px 8px',
  overflowWrap: 'break-word',
  fontSize: 16,
  lineHeight: '25px',
  '& > h2': theme.typography.h1,
  '& p, & ul, & ol, & blockquote, & pre, & [role=group], & [role=note]': {
    '& + p, & + ul, & + ol, & + blockquote, & + pre, & + [role=group], & + [role=note]': { marginTop: 12 },
  },
  '& a': { color: colour('link'), textUnderlineOffset: 3, textDecorationThickness: 1 },
  '& hr': { border: 0, borderTop: `1px solid ${colour('line')}`, margin: '24px 0' },
  [DESKTOP]: { padding: '32px 40px 8px' },
}))

const Meta = styled(Muted)({ margin: '4px 0 16px', lineHeight: '20px' })

/** Said of every page of the network's own guide while its data is a sample: a made-up instruction must not look like the manager's. */
const SAMPLE_NOTE: Block = {
  type: 'note',
  tone: 'warning',
  children: [{ type: 'paragraph', children: ['Sample text, not approved by the trail manager'] }],
}

/** Where the network's contacts stand (`site.json`). */
const CONTACTS_PATH = 'contacts'

/** One page to read: its name, where it stands, how old it is and who wrote it, then its content. */
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

/**
 * The router scrolls to the heading an address names; this moves the focus there too, as a browser does by itself on
 * pages that are not made by scripts. Otherwise the next Tab would lead back to where the link stood.
 */
function useFocusOnAnchor() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same anchor chosen again is a new key
  useEffect(() => {
    document.getElementById(anchorIn(hash))?.focus({ preventScroll: true })
  }, [hash, key])
}

function anchorIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    // Cut off in the middle of an escaped character: it names no heading.
    return ''
  }
}
