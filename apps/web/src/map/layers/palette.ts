import type { STATUS_PATHS } from '#lib/status-paths.ts'

export type Colour = { light: string; dark: string }

export type Condition = 'open' | 'partial' | 'closed' | 'unknown'

export type Palette = {
  casing: Colour
  surface: Colour
  text: Colour
  status: Record<Condition, { fill: Colour; on: Colour; text: Colour }>
  /** The paths of the status symbols. They aren't imported, because their file is part of the app's first download. */
  shapes: typeof STATUS_PATHS
}

export type Theme = keyof Colour
