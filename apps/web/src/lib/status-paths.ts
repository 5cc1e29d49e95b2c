/** Screens show the shapes as SVG and the map paints them on its canvas. Each shape can be recognised without its colour. */
export const STATUS_PATHS = {
  open: { tick: 'M9.6 16.6L14 21L22.6 11.8' },
  partial: { triangle: 'M13.9 3.6Q16 .4 18.1 3.6L30.6 25.4Q32 29.4 28 29.6H4Q0 29.4 1.4 25.4Z', stroke: 'M16 11.4V18.4' },
  closed: { octagon: 'M10.2 2H21.8L30 10.2V21.8L21.8 30H10.2L2 21.8V10.2Z', bar: 'M9.4 16H22.6' },
  unknown: { hook: 'M12 12.6C12 7.6 20 7.6 20 12.6C20 15.6 16 15.4 16 18.8' },
}
