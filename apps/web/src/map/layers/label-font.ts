import { textHeights } from 'ol/render/canvas.js'
import { FONT } from '../ground/canvas.ts'

/**
 * OpenLayers would measure the font's height by inserting HTML into the page, which the content security policy forbids. OpenLayers would
 * delete an enumerable entry when a font loads.
 */
export function labelFont(weight: number, px: number, slant: '' | 'italic ' = ''): string {
  const font = `${slant}${weight} ${px}px ${FONT}`
  if (!(font in textHeights)) Object.defineProperty(textHeights, font, { value: Math.round(px * 1.4) })
  return font
}
