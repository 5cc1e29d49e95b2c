import * as z from 'zod/mini'

// Removes characters that no database stores and nobody types on purpose. If they weren't removed, the server would refuse text because of
// a single accidental keystroke.
const storable = (typed: string) => typed.replaceAll('\u0000', '').toWellFormed()

/** A schema for typed text, trimmed and limited in length. */
export const text = (max: number) => z.string().check(z.overwrite(storable), z.trim(), z.maxLength(max))
