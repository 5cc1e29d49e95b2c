import { colour } from '#ui/theme/theme.ts'

export const STATUS_COLOURS = {
  Open: { edge: colour('statusOpen'), tint: colour('statusOpenContainer'), ink: colour('statusOpenText') },
  'Partially Open': { edge: colour('statusPartial'), tint: colour('statusPartialContainer'), ink: colour('statusPartialText') },
  Closed: { edge: colour('statusClosed'), tint: colour('statusClosedContainer'), ink: colour('statusClosedText') },
}
