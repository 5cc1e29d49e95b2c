import { searchPages } from '@trailwarden/site'
import { use, useMemo, useState } from 'react'
import { type AnswerGroup, marked, SearchDialog } from '#parts/page/search-dialog.tsx'
import { addressOf, BOOK_TITLES, type Book, type GuidePages, guidePages } from './guide-pages.ts'

/** Readers rarely know which book has the answer, so the results include both books. */
function search(pages: GuidePages, first: Book, query: string): AnswerGroup[] {
  const books: Book[] = first === 'help' ? ['help', 'information'] : ['information', 'help']
  return books
    .map((book) => ({
      title: BOOK_TITLES[book],
      answers: searchPages(pages[book], query).map(({ path, name, group, heading, snippet }) => ({
        id: `${book}-${path}`,
        to: addressOf(book, path, heading?.anchor),
        name: marked(name),
        second: (
          <>
            {group}
            {group && heading && ' · '}
            {heading && marked(heading)}
          </>
        ),
        text: marked(snippet),
      })),
    }))
    .filter(({ answers }) => answers.length > 0)
}

export function GuideSearchDialog({ book, label, onClose }: { book: Book; label: string; onClose: () => void }) {
  const pages = use(guidePages())
  const [query, setQuery] = useState('')
  const groups = useMemo(() => search(pages, book, query), [pages, book, query])
  const count = groups.reduce((sum, { answers }) => sum + answers.length, 0)
  return (
    <SearchDialog
      title={label}
      label={label}
      listLabel="Pages found"
      query={query}
      onQuery={setQuery}
      groups={groups}
      status={countOf(query, count)}
      onClose={onClose}
    />
  )
}

function countOf(query: string, pages: number): string {
  if (query.trim() === '') return 'Search all guide and help pages'
  if (pages === 0) return 'No results'
  return pages === 1 ? '1 page' : `${pages} pages`
}
