import * as z from 'zod/mini'

// No database holds a NUL or half a character pair, and nobody types one: without this a slip of a keyboard would be refused for good.
const storable = (typed: string) => typed.replaceAll('\u0000', '').toWellFormed()

/** What people type: trimmed, and limited in length. */
export const text = (max: number) => z.string().check(z.overwrite(storable), z.trim(), z.maxLength(max))
