/** The device scales a photo before sending, and the server scales the photo again (RULES.md, PH). */

/** The size on screens, as the specification requires. */
export const PHOTO_MAX_WIDTH = 600
export const PHOTO_MAX_HEIGHT = 338
/** The longer side of a sent photo. The server stores this size as evidence. */
export const PHOTO_LARGE_SIDE = 2048
export const PHOTO_SMALL_SIDE = 160
export const PHOTO_TYPE = 'image/jpeg'
/** Scaled photos are much smaller, but some devices can't scale photos. */
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024
/** The server refuses larger photos before it decodes them, because decoding would use up its memory. */
export const PHOTO_MAX_PIXELS = 40_000_000
