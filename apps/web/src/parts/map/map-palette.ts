/** The values are plain because the map paints on a canvas, where CSS variables don't work. */
import { STATUS_PATHS } from '#lib/status-paths.ts'
import type { Colour, Palette } from '#map/layers/palette.ts'
import tokens from '#ui/theme/tokens.json'

type Role = keyof typeof tokens.colorSchemes.light.palette.roles

export const themed = (role: Role): Colour => ({
  light: tokens.colorSchemes.light.palette.roles[role],
  dark: tokens.colorSchemes.dark.palette.roles[role],
})

export const MAP_PALETTE: Palette = {
  casing: themed('trailCasing'),
  surface: themed('surface'),
  text: themed('text'),
  shapes: STATUS_PATHS,
  status: {
    open: { fill: themed('statusOpen'), on: themed('onStatusOpen'), text: themed('statusOpenText') },
    partial: { fill: themed('statusPartial'), on: themed('onStatusPartial'), text: themed('statusPartialText') },
    closed: { fill: themed('statusClosed'), on: themed('onStatusClosed'), text: themed('statusClosedText') },
    unknown: { fill: themed('statusUnknown'), on: themed('onStatusUnknown'), text: themed('statusUnknownText') },
  },
}
