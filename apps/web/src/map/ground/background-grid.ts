const GRID_PX = 64

/** The moving grid makes movement visible even without tiles. It is the CSS background of the map's element. */
export function moveGrid(
  target: HTMLElement,
  { center, resolution, zoom }: { center: number[]; resolution: number; zoom: number },
  [width = 0, height = 0]: number[],
): void {
  const [x = 0, y = 0] = center
  const pitch = GRID_PX * 2 ** (zoom - Math.round(zoom))
  target.style.backgroundSize = `${pitch}px ${pitch}px`
  target.style.backgroundPosition = `${(width / 2 - x / resolution) % pitch}px ${(height / 2 + y / resolution) % pitch}px`
}
