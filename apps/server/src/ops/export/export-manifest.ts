import type { ContentHashes } from '../backup/content-hash.ts'

export const EXPORT_FORMAT = 1

export type Manifest = {
  format: number
  at: string
  content: ContentHashes
  /** The new deployment must not reuse numbers. */
  sequences: Record<string, number>
  photos: Record<string, string>
}
