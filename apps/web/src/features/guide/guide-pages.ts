/** The guide's pages, as the server hands them out: fetched once per start, cached by the service worker for days without signal. */
import type { GuidePage } from '@trailwarden/site'

const GUIDE_ADDRESS = '/api/public/guide'

/** Two books in one binding: the network's guide and the product's help. Their names are the first part of their addresses. */
export type Book = 'information' | 'help'
export type GuidePages = Record<Book, GuidePage[]>
export const BOOK_TITLES: Record<Book, string> = { information: 'Information', help: 'Help' }

export const addressOf = (book: Book, path: string, anchor?: string) => `/${book}/${path}${anchor ? `#${anchor}` : ''}`

let loading: Promise<GuidePages> | null = null

/** A load that failed is forgotten, so that going to the page again tries again. */
export function guidePages(): Promise<GuidePages> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function load(): Promise<GuidePages> {
  const reply = await fetch(GUIDE_ADDRESS, { headers: { accept: 'application/json' } })
  if (!reply.ok) throw new Error(`The guide could not be loaded (${reply.status}).`)
  const answer: unknown = await reply.json()
  if (!isGuidePages(answer)) throw new Error('The guide could not be read.')
  return answer
}

// The outer shape only: the server has read every page through the same types, and an unknown node inside shows as nothing.
function isGuidePages(answer: unknown): answer is GuidePages {
  const isBook = (book: unknown) =>
    Array.isArray(book) && book.every((page) => typeof page?.path === 'string' && Array.isArray(page.nodes) && Array.isArray(page.headings))
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'information' in answer &&
    isBook(answer.information) &&
    'help' in answer &&
    isBook(answer.help)
  )
}
