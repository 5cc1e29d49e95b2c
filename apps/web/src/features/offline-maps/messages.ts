export const OFFLINE_MAPS = {
  unavailableOffline: 'Map downloads unavailable while offline. Connect to a network to download maps.',
  none: 'No offline maps available',
  tooLarge: (needed: string, free: string) => `You need ${needed} but only have ${free} free. Free up some space first.`,
  notDeleted: (reason: string) => `Error: ${reason}`,
} as const

export const DOWNLOAD_STOPPED = {
  cancelled: 'Paused. We’ll keep what’s already downloaded.',
  'no-space': 'There isn’t enough space on this device. Free up some space or remove another map, then resume.',
  'sign-in': 'This Wi-Fi network requires you to sign in first. Open your browser, sign in, then resume the download.',
  incomplete: 'Some of the map didn’t download. Resume when you have a better connection.',
} as const
