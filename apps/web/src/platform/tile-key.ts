/** What a tile is stored under: its address without the provider's token, which may change from day to day. */
export const tileKey = (address: string): string => address.replace(/[?#].*$/, '')
