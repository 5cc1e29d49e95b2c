/** Texts about the app itself: installing and updating it. */
export const APP_MESSAGES = {
  updating: 'Updating...',
  updated: 'Updated successfully',
  notUpdated: 'Error. Please try again later',
  installOffline: 'App installation unavailable while offline. Connect to a network to install this app.',
} as const
