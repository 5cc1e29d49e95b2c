/** Returns the cache key of a tile: its URL without the provider's token, which may change daily. */
export const tileKey = (address: string): string => address.replace(/[?#].*$/, '')
