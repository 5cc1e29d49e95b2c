/** Linear time: the lower envelope of parabolas, first along the columns and then along the rows (Felzenszwalb and Huttenlocher, 2012). */
const FAR = 1e12

export function distancesTo(isMarked: (cell: number) => boolean, columns: number, rows: number): Float32Array {
  const field = new Float64Array(columns * rows)
  for (let i = 0; i < field.length; i++) field[i] = isMarked(i) ? 0 : FAR
  const longest = Math.max(columns, rows)
  const scratch = { value: new Float64Array(longest), centre: new Int32Array(longest), border: new Float64Array(longest + 1) }
  for (let x = 0; x < columns; x++) sweep(field, x, columns, rows, scratch)
  for (let y = 0; y < rows; y++) sweep(field, y * columns, 1, columns, scratch)
  const distances = new Float32Array(field.length)
  // If no cell is marked, any large value is fine.
  for (let i = 0; i < field.length; i++) distances[i] = Math.sqrt(Math.min(field[i] ?? 0, 1e10))
  return distances
}

type Scratch = { value: Float64Array; centre: Int32Array; border: Float64Array }

function sweep(field: Float64Array, start: number, stride: number, count: number, { value, centre, border }: Scratch): void {
  for (let i = 0; i < count; i++) value[i] = field[start + i * stride] ?? FAR
  let last = 0
  centre[0] = 0
  border[0] = -FAR
  border[1] = FAR
  for (let q = 1; q < count; q++) {
    let meets = meetingOf(value, centre[last] ?? 0, q)
    while (last > 0 && meets <= (border[last] ?? 0)) meets = meetingOf(value, centre[--last] ?? 0, q)
    if (meets > (border[last] ?? 0)) last++
    centre[last] = q
    if (last > 0) border[last] = meets
    border[last + 1] = FAR
  }
  for (let q = 0, k = 0; q < count; q++) {
    while ((border[k + 1] ?? FAR) < q) k++
    const p = centre[k] ?? 0
    field[start + q * stride] = (q - p) ** 2 + (value[p] ?? FAR)
  }
}

function meetingOf(value: Float64Array, p: number, q: number): number {
  return ((value[q] ?? FAR) + q * q - (value[p] ?? FAR) - p * p) / (2 * (q - p))
}
