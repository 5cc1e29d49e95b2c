export type Colour = { light: string; dark: string }

export type Condition = 'open' | 'partial' | 'closed' | 'unknown'

export type Palette = {
  casing: Colour
  surface: Colour
  text: Colour
  status: Record<Condition, { fill: Colour; on: Colour; text: Colour }>
}

export type Theme = keyof Colour
