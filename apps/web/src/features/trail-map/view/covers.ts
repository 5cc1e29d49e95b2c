/** The parts of the map under buttons, cards and panels, where names of trails would be hidden. */
import type { Box } from '#map/layers/name-grid.ts'

/** Everything over the map that should not hide a name. */
const OVER_MAP = '[data-over-map], [role=group][aria-label="Map controls"] > *, section'

export function coversOf(ground: HTMLElement | null): Box[] {
  if (!ground?.parentElement) return []
  const { left, top } = ground.getBoundingClientRect()
  return [...ground.parentElement.querySelectorAll(OVER_MAP)].flatMap((element) => {
    const box = element.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) return []
    return [{ left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top }]
  })
}
