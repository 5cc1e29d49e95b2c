/** The dark style has its own palette, because the light palette looks muddy through a filter. */

export const LOOK_NAMES = ['topographic', 'dark', 'satellite'] as const
export type LookName = (typeof LOOK_NAMES)[number]
export type Rgb = readonly [r: number, g: number, b: number]

type RoadColours = { edge: string; fill: string }

export type Look = {
  open: Rgb
  forest: Rgb
  heath: Rgb
  farm: Rgb
  town: Rgb
  street: Rgb
  sand: Rgb
  shallow: Rgb
  deep: Rgb
  coast: Rgb
  /** For slopes facing away from the light and towards it. The shade colour is never black. */
  shade: Rgb
  light: Rgb
  shading: number
  contour: Rgb
  /** 0 for the satellite style, which has no contours. */
  contours: number
  stream: string | null
  roads: { main: RoadColours; minor: RoadColours; track: string }
  ink: string
  halo: string
  numberHalo: string
  mark: string
}

const rgb = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export const LOOKS: Readonly<Record<LookName, Look>> = {
  topographic: {
    open: rgb('#edefda'),
    forest: rgb('#cfdfba'),
    heath: rgb('#e9e2c6'),
    farm: rgb('#f5f1d6'),
    town: rgb('#e6d8cc'),
    street: rgb('#fffdf6'),
    sand: rgb('#f6ead0'),
    shallow: rgb('#d6ebf0'),
    deep: rgb('#a6cddd'),
    coast: rgb('#78aabf'),
    shade: rgb('#5d6f86'),
    light: rgb('#fffdf0'),
    shading: 0.78,
    contour: rgb('#a67c48'),
    contours: 1,
    stream: '#68a5c6',
    roads: { main: { edge: '#c39a55', fill: '#fbe2a2' }, minor: { edge: '#b3a78f', fill: '#ffffff' }, track: '#94805f' },
    ink: '#2b3a3f',
    halo: '#ffffff',
    numberHalo: '#f4f3e6',
    mark: '#5c7078',
  },
  dark: {
    open: rgb('#2f3634'),
    forest: rgb('#25352d'),
    heath: rgb('#38372d'),
    farm: rgb('#33362c'),
    town: rgb('#3b3836'),
    street: rgb('#514e4a'),
    sand: rgb('#3d3a31'),
    shallow: rgb('#1b3541'),
    deep: rgb('#10222c'),
    coast: rgb('#3f6b7d'),
    shade: rgb('#05090c'),
    light: rgb('#8b9a98'),
    shading: 0.8,
    contour: rgb('#8a745a'),
    contours: 0.8,
    stream: '#3d6c85',
    roads: { main: { edge: '#171b1d', fill: '#8a7140' }, minor: { edge: '#171b1d', fill: '#6b6f70' }, track: '#7d715c' },
    ink: '#dfe7ea',
    halo: '#11181b',
    numberHalo: '#11181b',
    mark: '#93a3a9',
  },
  satellite: {
    open: rgb('#8a8f63'),
    forest: rgb('#3f5537'),
    heath: rgb('#7b7a55'),
    farm: rgb('#8f9a63'),
    town: rgb('#9a9488'),
    street: rgb('#b9b3a6'),
    sand: rgb('#e4d7b4'),
    shallow: rgb('#4f9aa0'),
    deep: rgb('#163a52'),
    coast: rgb('#d9d0ae'),
    shade: rgb('#0d1a1c'),
    light: rgb('#e6e3b8'),
    shading: 0.85,
    contour: rgb('#000000'),
    contours: 0,
    stream: null,
    roads: { main: { edge: '#5d5a50', fill: '#cfc8b6' }, minor: { edge: '#6a6655', fill: '#b9ae93' }, track: '#a89a7a' },
    ink: '#ffffff',
    halo: '#16242b',
    numberHalo: '#16242b',
    mark: '#f0f4f2',
  },
}
