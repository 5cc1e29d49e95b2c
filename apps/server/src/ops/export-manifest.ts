import type { ContentHashes } from './content-hash.ts'

export const EXPORT_FORMAT = 1

/** What an export holds: by it an import knows that everything came over. */
export type Manifest = {
  format: number
  at: string
  content: ContentHashes
  /** Numbers that were given out: none comes again. */
  sequences: Record<string, number>
  /** Files by name, with the hash of each. */
  photos: Record<string, string>
}
