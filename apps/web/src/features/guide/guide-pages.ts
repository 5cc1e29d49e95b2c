/** The service worker caches the pages for use offline. */
import type { GuidePage } from '@trailwarden/site'

const GUIDE_ADDRESS = '/api/public/guide'

export type Book = 'information' | 'help'
export type GuidePages = Record<Book, GuidePage[]>
export const BOOK_TITLES: Record<Book, string> = { information: 'Information', help: 'Help' }

export const addressOf = (book: Book, path: string, anchor?: string) => `/${book}/${path}${anchor ? `#${anchor}` : ''}`

let loading: Promise<GuidePages> | null = null

/** After a failed load, the next call tries again. */
export function guidePages(): Promise<GuidePages> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function load(): Promise<GuidePages> {
  const reply = await fetch(GUIDE_ADDRESS, { headers: { accept: 'application/json' } })
  if (!reply.ok) throw new Error(`Couldn’t load the guide (${reply.status}).`)
  const answer: unknown = await reply.json()
  if (!isGuidePages(answer)) throw new Error('Couldn’t read the guide.')
  return answer
}

// The server has validated every page, and unknown nodes render nothing, so only the outer structure is checked.
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
