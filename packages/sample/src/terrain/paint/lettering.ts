// With system fonts, text and therefore tiles would differ between machines.
import outlinesFile from './lettering.json' with { type: 'json' }

type Glyph = { advance: number; path: string }
// Safe: a missing letter is undefined and rejected below.
const GLYPHS = outlinesFile.glyphs as Record<string, Glyph | undefined>
const UNITS = 1000

/** The text is centred on x. `y` is the baseline. */
export function lettering(text: string, x: number, y: number, size: number, spacing: number): { width: number; outlines: string } {
  const scale = size / UNITS
  const extra = spacing / scale
  let pen = 0
  let outlines = ''
  for (const character of text) {
    const glyph = GLYPHS[character]
    if (!glyph) throw new Error(`no outline for "${character}" in lettering.json`)
    if (glyph.path !== '') outlines += `<path transform="translate(${pen.toFixed(1)})" d="${glyph.path}"/>`
    pen += glyph.advance + extra
  }
  const width = (pen - extra) * scale
  return {
    width,
    outlines: `<g transform="translate(${(x - width / 2).toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)})">${outlines}</g>`,
  }
}
