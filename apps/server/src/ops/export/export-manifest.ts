import type { ContentHashes } from '../backup/content-hash.ts'

export const EXPORT_FORMAT = 1

/** The contents of an export. An import uses this to check that the export is complete. */
export type Manifest = {
  format: number
  at: string
  content: ContentHashes
  /** The last values of sequences, so that the new deployment doesn't reuse numbers. */
  sequences: Record<string, number>
  /** The hash of each photo file, by name. */
  photos: Record<string, string>
}
