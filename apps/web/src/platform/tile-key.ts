/** The provider's token may change daily, so it isn't part of the cache key. */
export const tileKey = (address: string): string => address.replace(/[?#].*$/, '')
