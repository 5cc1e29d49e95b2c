/** Photos of actions: limits that phone and server share (RULES.md, A). The phone scales before it sends; the server does it again. */

export const PHOTO_MAX_WIDTH = 600
export const PHOTO_MAX_HEIGHT = 338
export const PHOTO_TYPE = 'image/jpeg'
/** What may be sent. The stored photo is a few dozen kB; this leaves room for phones that could not scale it. */
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024
/** A picture that unpacks to more than this is refused before it is unpacked: it would take the memory of a whole server. */
export const PHOTO_MAX_PIXELS = 40_000_000
