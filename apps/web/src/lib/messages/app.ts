export const APP_MESSAGES = {
  updating: 'Updating…',
  updated: 'You have the latest version',
  notUpdated: 'No update to install yet. Try again later.',
  installOffline: 'App installation unavailable while offline. Connect to a network to install this app.',
} as const
