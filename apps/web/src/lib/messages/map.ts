export const MAP_MESSAGES = {
  coordinatesCopied: 'Coordinates copied',
  coordinatesNotCopied: (reason: string) => `Couldn’t copy the coordinates. ${reason}`,
  sample: 'Sample data – not for navigation',
  noEngine: 'The map didn’t load. This list shows the same items.',
  noPin: 'The map didn’t load. You can still use Find me.',
  noData: 'Trails and posts didn’t load.',
  locationOff: 'Location is off for this site.',
  directionsOffline: (where: string, coordinates: string) => `No signal. ${where} is at ${coordinates}`,
  notFound: 'We can’t find your location. Move somewhere with open sky and try again.',
} as const
