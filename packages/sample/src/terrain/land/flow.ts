/** Each cell drains to its lowest neighbour. The drained area decides where rivers run and how deeply they cut. */
import { type Grid, isOnEdge } from './grid.ts'
import type { Noise } from './noise.ts'

/** `to` is the cell itself if it has no lower neighbour. `order` lists each cell after the one it drains to. */
export type Flow = { to: Int32Array; order: Int32Array }

function neighboursIn(columns: number): { step: number; cells: number }[] {
  return [-1, 0, 1].flatMap((dy) =>
    [-1, 0, 1].flatMap((dx) => (dx === 0 && dy === 0 ? [] : [{ step: dy * columns + dx, cells: Math.hypot(dx, dy) }])),
  )
}

/** `liking` weights the ways down from a cell, and never makes water flow upwards. */
export function flowOf(grid: Grid, heightM: Float32Array, liking?: (cell: number, way: number) => number): Flow {
  const { columns, isLand } = grid
  const count = heightM.length
  const to = new Int32Array(count)
  const near = neighboursIn(columns)
  for (let i = 0; i < count; i++) {
    to[i] = i
    if (isLand[i] === 0 || isOnEdge(grid, i)) continue
    const own = heightM[i] ?? 0
    let steepest = 0
    for (const { step, cells } of near) {
      let fall = (own - (heightM[i + step] ?? 0)) / cells
      if (liking && fall > 0) fall *= liking(i, step)
      if (fall <= steepest) continue
      steepest = fall
      to[i] = i + step
    }
  }
  return { to, order: upstreamOrder(to) }
}

/** The order is breadth first, from the outlets upstream. One array contains the lists of donor cells. */
function upstreamOrder(to: Int32Array): Int32Array {
  const count = to.length
  const first = new Int32Array(count + 1)
  for (let i = 0; i < count; i++) {
    const receiver = to[i] ?? i
    if (receiver !== i) first[receiver + 1] = (first[receiver + 1] ?? 0) + 1
  }
  for (let i = 0; i < count; i++) first[i + 1] = (first[i + 1] ?? 0) + (first[i] ?? 0)
  const donors = new Int32Array(count)
  const next = first.slice(0, count)
  const order = new Int32Array(count)
  let filled = 0
  for (let i = 0; i < count; i++) {
    const receiver = to[i] ?? i
    if (receiver === i) order[filled++] = i
    else {
      const place = next[receiver] ?? 0
      donors[place] = i
      next[receiver] = place + 1
    }
  }
  for (let read = 0; read < filled; read++) {
    const cell = order[read] ?? 0
    for (let k = first[cell] ?? 0; k < (first[cell + 1] ?? 0); k++) order[filled++] = donors[k] ?? 0
  }
  return order
}

export function drainedM2({ cellM }: Grid, { to, order }: Flow): Float32Array {
  const area = new Float32Array(to.length).fill(cellM ** 2)
  for (let k = order.length - 1; k >= 0; k--) {
    const i = order[k] ?? 0
    const receiver = to[i] ?? i
    if (receiver !== i) area[receiver] = (area[receiver] ?? 0) + (area[i] ?? 0)
  }
  return area
}

/** Buckets of half a metre replace a heap. The order within a bucket doesn't matter. */
const BUCKETS_PER_METRE = 2

/**
 * A lake would interrupt a stream, so every hollow rises to the level of its outlet. Works upwards from the sea (priority-flood algorithm).
 */
export function withoutHollows(grid: Grid, { hash }: Noise): Float32Array {
  const { columns, isLand } = grid
  const heightM = grid.heightM.slice()
  const buckets: (number[] | undefined)[] = []
  const isSeen = new Uint8Array(heightM.length)
  const put = (cell: number) => {
    const bucket = Math.floor((heightM[cell] ?? 0) * BUCKETS_PER_METRE)
    const cells = buckets[bucket]
    if (cells) cells.push(cell)
    else buckets[bucket] = [cell]
    isSeen[cell] = 1
  }
  const near = neighboursIn(columns)
  for (let i = 0; i < heightM.length; i++) {
    if (isOnEdge(grid, i)) put(i)
    else if (isLand[i] === 0) {
      if (near.some(({ step }) => isLand[i + step] === 1)) put(i)
      else isSeen[i] = 1
    }
  }
  for (let b = 0; b < buckets.length; b++) {
    const bucket = buckets[b]
    if (!bucket) continue
    for (let k = 0; k < bucket.length; k++) {
      const cell: number = bucket[k] ?? 0
      const level = heightM[cell] ?? 0
      for (const { step } of near) {
        const neighbour = cell + step
        if (neighbour < 0 || neighbour >= heightM.length || isSeen[neighbour] === 1) continue
        // Without a small random rise, streams across flat land would be straight lines.
        if ((heightM[neighbour] ?? 0) <= level) heightM[neighbour] = level + 1e-3 + 0.04 * hash(neighbour, grid.z, 6)
        put(neighbour)
      }
    }
  }
  return heightM
}
