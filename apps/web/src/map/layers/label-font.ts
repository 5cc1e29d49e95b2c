/** Registers fonts for the labels that OpenLayers draws. */
import { textHeights } from 'ol/render/canvas.js'
import { FONT } from '../ground/canvas.ts'

/**
 * Registers the font's height. Otherwise, OpenLayers would measure it by inserting HTML into the page, which the content security policy
 * forbids. The entry isn't enumerable, because OpenLayers would delete it when a font loads.
 */
export function labelFont(weight: number, px: number, slant: '' | 'italic ' = ''): string {
  const font = `${slant}${weight} ${px}px ${FONT}`
  if (!(font in textHeights)) Object.defineProperty(textHeights, font, { value: Math.round(px * 1.4) })
  return font
}
