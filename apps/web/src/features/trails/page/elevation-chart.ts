/** All values are in the units of the chart. */
import { heightAt, type ProfilePoint } from '@trailwarden/domain'

export type ChartSize = { width: number; height: number }
type Mark = { at: number; text: string }
type ChartPost = { code: string; alongM: number }

/** Heights are on the left, post codes at the top and kilometres at the bottom. */
const EDGE = { left: 40, right: 6, top: 26, bottom: 22 }
/** The chart is too small to distinguish more points. */
const MOST_POINTS = 160
/** A smaller range of heights would exaggerate the slopes of a flat trail. */
const LEAST_RANGE_M = 40
const MOST_DOTS = 12
/** The width of one character at 12 px, including spacing. */
const CODE_SIGN = 11

function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  return ([5, 2, 1].find((times) => times * power <= wanted) ?? 1) * power
}

/** All three lines are round numbers, and together they enclose the profile. */
function heightLines(profile: readonly ProfilePoint[]): [number, number, number] {
  const heights = profile.map(({ heightM }) => heightM)
  const [least, most] = [Math.min(...heights), Math.max(...heights)]
  const step = most - least > 200 ? 50 : 10
  const low = Math.floor(least / step) * step
  const half = Math.max(LEAST_RANGE_M / 2, Math.ceil((most - low) / 2 / (step / 2)) * (step / 2))
  return [low, low + half, low + 2 * half]
}

function thinned(profile: readonly ProfilePoint[]): ProfilePoint[] {
  const every = Math.ceil(profile.length / MOST_POINTS)
  return profile.filter((_, i) => i % every === 0 || i === profile.length - 1)
}

const kilometres = (metres: number) => String(Number((metres / 1000).toFixed(1)))

export function chartOf(profile: readonly ProfilePoint[], posts: readonly ChartPost[], { width, height }: ChartSize) {
  const lengthM = profile.at(-1)?.alongM ?? 0
  const [low, middle, high] = heightLines(profile)
  const [left, right, top, bottom] = [EDGE.left, width - EDGE.right, EDGE.top, height - EDGE.bottom]
  const round = (value: number) => Number(value.toFixed(1))
  const x = (alongM: number) => round(left + ((right - left) * alongM) / (lengthM || 1))
  const y = (heightM: number) => round(bottom - ((bottom - top) * (heightM - low)) / (high - low))
  const line = thinned(profile)
    .map(({ alongM, heightM }, i) => `${i === 0 ? 'M' : 'L'}${x(alongM)} ${y(heightM)}`)
    .join('')
  const step = roundStep(lengthM / 3)
  const ticks: Mark[] = []
  // The end of the axis shows the total length.
  for (let metres = step; x(metres) < right - 64; metres += step) ticks.push({ at: x(metres), text: kilometres(metres) })
  let free = Number.NEGATIVE_INFINITY
  const isCrowded = posts.length > MOST_DOTS
  const marks = posts.flatMap(({ code, alongM }) => {
    const at = x(alongM)
    const half = (code.length * CODE_SIGN) / 2
    const middleOfCode = Math.min(width - half, at)
    const hasRoom = middleOfCode - half >= free
    if (hasRoom) free = middleOfCode + half
    const mark = { at, y: y(heightAt(profile, alongM) ?? low), code: hasRoom ? { at: middleOfCode, text: code } : null }
    return isCrowded && !hasRoom ? [] : [mark]
  })
  return {
    line,
    area: `${line}V${bottom}H${left}Z`,
    heights: [low, middle, high].map((metres): Mark => ({ at: y(metres), text: String(metres) })),
    ticks,
    end: `${(lengthM / 1000).toFixed(1)} km`,
    posts: marks,
    edges: { left, right, top, bottom },
  }
}
