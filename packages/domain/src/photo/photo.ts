/**
 * Photo limits shared by device and server (RULES.md, PH). The device scales a photo before it sends it, and the server scales it again.
 */

/** The size on screens, as the specification requires. */
export const PHOTO_MAX_WIDTH = 600
export const PHOTO_MAX_HEIGHT = 338
/** The length of the longer side of a photo when it is sent. The server stores this size as evidence, together with the smaller one. */
export const PHOTO_LARGE_SIDE = 2048
/** The length of the sides of the square photos in lists. */
export const PHOTO_SMALL_SIDE = 160
export const PHOTO_TYPE = 'image/jpeg'
/** The maximum size of an upload. Scaled photos are much smaller, but some devices can't scale them. */
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024
/** The maximum number of pixels. The server refuses larger photos before it decodes them, because decoding them would use up its memory. */
export const PHOTO_MAX_PIXELS = 40_000_000
