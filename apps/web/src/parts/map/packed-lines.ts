import type { LonLat } from '#map/map-data.ts'

/** Hundred-thousandths of a degree are about a metre. */
const UNITS_PER_DEGREE = 1e5

/** The longitude and latitude of the first point, followed by the differences from one point to the next. */
export type PackedLine = readonly number[]

export function packLine(line: readonly LonLat[]): number[] {
  let [fromX, fromY] = [0, 0]
  return line.flatMap(([lng, lat]) => {
    const [x, y] = [Math.round(lng * UNITS_PER_DEGREE), Math.round(lat * UNITS_PER_DEGREE)]
    const step = [x - fromX, y - fromY]
    ;[fromX, fromY] = [x, y]
    return step
  })
}

export function unpackLine(packed: PackedLine): LonLat[] {
  const line: LonLat[] = []
  let [x, y] = [0, 0]
  for (let i = 0; i < packed.length; i += 2) {
    x += packed[i] ?? 0
    y += packed[i + 1] ?? 0
    line.push([x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE])
  }
  return line
}
