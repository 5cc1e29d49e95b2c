/** Fonts of labels that OpenLayers writes itself. */
import { textHeights } from 'ol/render/canvas.js'
import { FONT } from './canvas.ts'

/**
 * OpenLayers would measure a font's height by writing HTML into the page, which the page's policy forbids: so it is told. Not enumerable, or it
 * would delete the entry when a font arrives.
 */
export function labelFont(weight: number, px: number, slant: '' | 'italic ' = ''): string {
  const font = `${slant}${weight} ${px}px ${FONT}`
  if (!(font in textHeights)) Object.defineProperty(textHeights, font, { value: Math.round(px * 1.4) })
  return font
}
