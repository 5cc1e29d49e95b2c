export const MAP_MESSAGES = {
  coordinatesCopied: 'Coordinates copied',
  coordinatesNotCopied: (reason: string) => `Couldn’t copy the coordinates. ${reason}`,
  sample: 'Sample data – not for navigation',
  noEngine: 'The map cannot be drawn here: its code did not arrive. What it would show is in this list.',
  noPin: 'The map cannot be drawn here: its code did not arrive. Your position can still be taken.',
  noData: 'Trails and markers did not arrive: the map shows only its ground.',
} as const
