import { boxArea, unwrapped, type WarningArea } from '@trailwarden/domain'
import { childrenOf, findElement, textOf, type XmlElement } from './xml-tree.ts'

type Position = readonly [lng: number, lat: number]

const numbersOf = (text: string): number[] =>
  text
    .trim()
    .split(/[\s,]+/)
    .map((word) => (/^[+-]?\d+(\.\d*)?([eE][+-]?\d+)?$/.test(word) ? Number(word) : Number.NaN))

const isPosition = ([lng, lat]: Position) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180

/** Latitude first. Null if any position is invalid. */
function positionsOf(text: string): Position[] | null {
  const numbers = numbersOf(text)
  if (numbers.length % 2 !== 0 || numbers.some(Number.isNaN)) return null
  const positions: Position[] = []
  for (let i = 0; i < numbers.length; i += 2) positions.push([numbers[i + 1] ?? Number.NaN, numbers[i] ?? Number.NaN])
  return positions.every(isPosition) ? positions : null
}

export function polygonOf(text: string): WarningArea[] {
  const points = positionsOf(text)
  return points && points.length >= 3 ? [{ kind: 'polygon', points: unwrapped(points) }] : []
}

function lineOf(text: string): WarningArea[] {
  const points = positionsOf(text)
  return points && points.length >= 2 ? [{ kind: 'line', points: unwrapped(points) }] : []
}

function pointOf(text: string, radiusKm = 0): WarningArea[] {
  const [centre, ...others] = positionsOf(text) ?? []
  return centre && others.length === 0 && radiusKm >= 0 ? [{ kind: 'circle', centre, radiusKm }] : []
}

function boxOf(text: string): WarningArea[] {
  const [low, high, ...others] = positionsOf(text) ?? []
  if (!low || !high || others.length > 0 || low[1] > high[1]) return []
  return [boxArea({ west: low[0], south: low[1], east: high[0], north: high[1] })]
}

/** A CAP circle: `latitude,longitude radius`, with the radius in kilometres. */
export function circleOf(text: string): WarningArea[] {
  const [place = '', radius = ''] = text.trim().split(/\s+/)
  const [km = Number.NaN] = numbersOf(radius)
  return pointOf(place, km)
}

/** GeoRSS Simple, GML, or a W3C Basic Geo point. */
export function shapesOf(entry: XmlElement): WarningArea[] {
  const metres = numbersOf(textOf(entry, 'radius'))[0] ?? Number.NaN
  const radiusKm = Number.isNaN(metres) ? 0 : metres / 1000
  const shapes = [
    ...childrenOf(entry, 'point').flatMap(({ text }) => pointOf(text, radiusKm)),
    ...childrenOf(entry, 'polygon').flatMap(({ text }) => polygonOf(text)),
    ...childrenOf(entry, 'line').flatMap(({ text }) => lineOf(text)),
    ...childrenOf(entry, 'box').flatMap(({ text }) => boxOf(text)),
    ...childrenOf(entry, 'where').flatMap(gmlOf),
  ]
  const [lat, lng] = [textOf(entry, 'lat'), textOf(entry, 'long')]
  return lat && lng ? [...shapes, ...pointOf(`${lat} ${lng}`)] : shapes
}

function gmlOf(where: XmlElement): WarningArea[] {
  const list = findElement(where, 'posList')?.text ?? ''
  if (findElement(where, 'Polygon')) return polygonOf(list)
  if (findElement(where, 'LineString')) return lineOf(list)
  const envelope = findElement(where, 'Envelope')
  if (envelope) return boxOf(`${textOf(envelope, 'lowerCorner')} ${textOf(envelope, 'upperCorner')}`)
  return pointOf(findElement(where, 'pos')?.text ?? '')
}
