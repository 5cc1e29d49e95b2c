/** Photos: limits that phone and server share (RULES.md, PH). The phone scales before it sends; the server does it again. */

/** The size that the specification names: what screens show. */
export const PHOTO_MAX_WIDTH = 600
export const PHOTO_MAX_HEIGHT = 338
/** The long side of what is sent, and kept beside the other as evidence. */
export const PHOTO_LARGE_SIDE = 2048
/** The sides of what lists show. */
export const PHOTO_SMALL_SIDE = 160
export const PHOTO_TYPE = 'image/jpeg'
/** What may be sent. A scaled photo is well below it; this leaves room for phones that could not scale it. */
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024
/** A picture that unpacks to more than this is refused before it is unpacked: it would take the memory of a whole server. */
export const PHOTO_MAX_PIXELS = 40_000_000
