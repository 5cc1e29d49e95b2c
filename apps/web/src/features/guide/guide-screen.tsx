import { Global } from '@emotion/react'
import { findPage, type GuidePage } from '@trailwarden/site'
import { type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { styled } from '#ui/styled.ts'
import { PRINTED_PAGE } from '#ui/theme/print.ts'
import { colour, DESKTOP, typography, WIDE } from '#ui/theme/theme.ts'
import { GuideArticle } from './guide-article.tsx'
import { GuideChooser, GuideNav } from './guide-nav.tsx'
import { BOOK_TITLES, type Book, type GuidePages, guidePages } from './guide-pages.ts'
import { GuideSearchBox } from './guide-search.tsx'
import { OnThisPage } from './on-this-page.tsx'

const Layout = styled('div')({
  [DESKTOP]: {
    display: 'grid',
    gridTemplateColumns: '248px minmax(0, 1fr)',
    minHeight: 'calc(100dvh - 64px)',
    background: colour('surface'),
  },
  [WIDE]: { gridTemplateColumns: '248px minmax(0, 1fr) 216px' },
})

const column = { position: 'sticky', top: 64, alignSelf: 'start', maxHeight: 'calc(100dvh - 64px)', overflowY: 'auto' } as const

const Side = styled('div')({
  display: 'none',
  [DESKTOP]: { display: 'block', borderRight: `1px solid ${colour('line')}`, background: colour('surfaceAlt') },
})
const SideInner = styled('div')({ ...column, padding: '20px 16px' })

const Body = styled('div')({ minWidth: 0, [DESKTOP]: { paddingBottom: 64 } })
const PhoneOnly = styled('div')({ [DESKTOP]: { display: 'none' } })

const Contents = styled('nav')({
  display: 'none',
  [WIDE]: { ...column, display: 'block', padding: '36px 16px' },
  '& h2': { ...typography.subtitle2, color: colour('text2'), padding: '0 12px 4px' },
})

// Paper can't show where a link leads, so the address follows every external link.
const PRINT = {
  '@media print': {
    ...PRINTED_PAGE,
    article: { maxWidth: 'none !important', padding: '0 !important' },
    'article a[href^="https:"]::after': { content: '" (" attr(href) ")"' },
    'h2, h3, h4': { breakAfter: 'avoid' },
    'tr, li, [role=note]': { breakInside: 'avoid' },
    'article [role=group]': { overflow: 'visible !important' },
  },
} as const

export type GuideView = { book: Book; pages: GuidePages; page: GuidePage | null }

export function loadGuide(book: Book) {
  return async ({ params: { path } }: LoaderFunctionArgs): Promise<GuideView> => {
    const pages = await guidePages()
    const known = path === undefined || pages[book].some((page) => page.path === path)
    return { book, pages, page: known ? findPage(pages[book], path ?? pages[book][0]?.path ?? '') : null }
  }
}

export function GuideScreen() {
  const { book, pages, page } = useLoaderData<GuideView>()
  // On first load, a redirect in the loader would leave the invalid URL in the history, and Go Back would return to that URL.
  if (!page) return <Navigate to="/404" replace />
  const sections = page.headings.filter((heading) => heading.level <= 2)
  const navigation = { book, pages: pages[book], current: page }
  return (
    <Layout data-sidebar>
      <Global styles={PRINT} />
      <PhoneOnly>
        <GuideChooser {...navigation} />
      </PhoneOnly>
      <Side data-print="no">
        <SideInner>
          <GuideSearchBox book={book} />
          <nav aria-label={`${BOOK_TITLES[book]} pages`}>
            <GuideNav {...navigation} />
          </nav>
        </SideInner>
      </Side>
      <Body>
        <GuideArticle page={page} book={book} />
      </Body>
      {sections.length > 1 && (
        <Contents aria-labelledby="on-this-page">
          <h2 id="on-this-page">On this page</h2>
          <OnThisPage headings={sections} />
        </Contents>
      )}
    </Layout>
  )
}
