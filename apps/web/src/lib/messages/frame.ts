/**
 * This folder contains all texts that the specification prescribes word for word. Each part of the app has a separate file, so that the
 * first download includes only the texts in this one. This file also has the version number, which people read out when they ask for help.
 */
/** Set at build time by vite.config.ts, from the repository's package.json. */
export const VERSION_LABEL: string = import.meta.env.VITE_VERSION_LABEL

export const MESSAGES = {
  urlCopied: 'Link copied',
  urlNotCopied: (reason: string) => `Couldn’t copy the link. ${reason}`,
  reloading: 'Reloading…',
} as const
