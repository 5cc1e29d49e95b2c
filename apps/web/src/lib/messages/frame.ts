/**
 * This folder is the catalogue of all texts that the specification gives word for word, one file for each part of the app, so that
 * the first download carries only those of the frame. Here: the frame, and the version people read out when they ask for help.
 */
/** Written into the build by vite.config.ts, from the package.json of the repository. */
export const VERSION_LABEL: string = import.meta.env.VITE_VERSION_LABEL

export const MESSAGES = {
  urlCopied: 'Link copied',
  urlNotCopied: (reason: string) => `Couldn’t copy the link. ${reason}`,
  reloading: 'Reloading…',
} as const
