/** Texts of offline maps; those in the first block are the specification's, word for word. */
export const OFFLINE_MAPS = {
  unavailableOffline: 'Map downloads unavailable while offline. Connect to a network to download maps.',
  none: 'No offline maps available',
  tooLarge: (needed: string, free: string) => `It needs ${needed}, and only ${free} are free. Remove something first.`,
  notDeleted: (reason: string) => `Error: ${reason}`,
} as const

/** Why a download stopped, and what to do. What has been loaded stays stored in every case. */
export const DOWNLOAD_STOPPED = {
  cancelled: 'Stopped. What has been loaded is kept.',
  'no-space': 'There is not enough space left on this device. Free some, or remove another map, then resume.',
  'sign-in': 'This network answers with a page of its own instead of the map. Sign in to it in your browser, then resume.',
  incomplete: 'Parts of the map could not be fetched. Resume when the connection is better.',
} as const
