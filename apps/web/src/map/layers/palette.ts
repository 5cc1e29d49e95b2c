/** The map's colours in each theme. The app supplies them from its design system. */

export type Colour = { light: string; dark: string }

/** The known status of a trail or network. */
export type Condition = 'open' | 'partial' | 'closed' | 'unknown'

export type Palette = {
  casing: Colour
  surface: Colour
  text: Colour
  /** The fill of a shape, the colour of the symbol on it, and the colour of text. */
  status: Record<Condition, { fill: Colour; on: Colour; text: Colour }>
}

export type Theme = keyof Colour
