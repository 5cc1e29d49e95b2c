export type Box = { left: number; right: number; top: number; bottom: number }

const GAP_PX = 8

const overlaps = (a: Box, b: Box) =>
  a.left < b.right + GAP_PX && b.left < a.right + GAP_PX && a.top < b.bottom + GAP_PX && b.top < a.bottom + GAP_PX

/** Null means that the box would have to be moved above `highestPx`. */
export function measureRise({ left, right, top, bottom }: Box, others: readonly Box[], highestPx: number): number | null {
  for (let rise = 0; top - rise >= highestPx; ) {
    const risen = { left, right, top: top - rise, bottom: bottom - rise }
    const covered = others.filter((other) => overlaps(risen, other))
    if (covered.length === 0) return rise
    rise = bottom - Math.min(...covered.map(({ top }) => top)) + GAP_PX
  }
  return null
}

const BUTTONS = 'button, [role=button], [role=switch], [data-variant], [role=menuitem], nav a, [data-foot-bar], label:has([type=radio])'
const FIELDS = 'input, select, textarea, summary'

const inSight = (selector: string, except: Element): Box[] =>
  [...document.querySelectorAll(selector)].flatMap((one) => {
    if (except.contains(one)) return []
    const box = one.getBoundingClientRect()
    return box.width > 0 && box.bottom > 0 && box.top < innerHeight ? [box] : []
  })

/** A toast that can't avoid both buttons and fields may cover fields, because they are large and stay partly visible. */
export const controlsInSight = (except: Element): { all: Box[]; buttons: Box[] } => {
  const buttons = inSight(BUTTONS, except)
  return { all: [...buttons, ...inSight(FIELDS, except)], buttons }
}
