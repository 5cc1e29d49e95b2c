/** Texts that the specification gives word for word, and the version people read out when they ask for help. */
export const VERSION_LABEL = '2.09'

export const MESSAGES = {
  urlCopied: 'Current page URL copied to clipboard',
  urlNotCopied: (reason: string) => `Error copying current page URL: ${reason}`,
  reloading: 'Reloading...',
} as const
