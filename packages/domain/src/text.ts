import * as z from 'zod/mini'

// Nobody types these characters on purpose, and no database stores them. If they stayed, the server would refuse text because of an
// accidental keystroke.
const storable = (typed: string) => typed.replaceAll('\u0000', '').toWellFormed()

export const text = (max: number) => z.string().check(z.overwrite(storable), z.trim(), z.maxLength(max))
