/** The colours that the map's own marks have, for each theme. The app gives them, which knows the design's colours. */

/** One for each theme. */
export type Colour = { light: string; dark: string }

/** What is known of a trail or a network. */
export type Condition = 'open' | 'partial' | 'closed' | 'unknown'

export type Palette = {
  casing: Colour
  surface: Colour
  text: Colour
  /** Fill of a shape, and what is drawn in it. */
  status: Record<Condition, { fill: Colour; on: Colour; text: Colour }>
}

export type Theme = keyof Colour
