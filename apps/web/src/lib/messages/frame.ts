/**
 * This folder has all texts that the specification prescribes word for word. Separate files keep the other texts out of the first download.
 */
/** vite.config.ts sets the label at build time, from the repository's package.json. */
export const VERSION_LABEL: string = import.meta.env.VITE_VERSION_LABEL

export const MESSAGES = {
  urlCopied: 'Link copied',
  urlNotCopied: (reason: string) => `Couldn’t copy the link. ${reason}`,
  reloading: 'Reloading…',
} as const
