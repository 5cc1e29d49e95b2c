import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'

export const raw = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../../sites/st-helens/raw/${file}.geojson`, import.meta.url), 'utf8'))
export const MARKERS: { properties: Record<string, string | number>; geometry: { coordinates: [number, number] } }[] =
  raw('emergency-markers').features
export const marker = (code: string) => {
  const found = MARKERS.find(({ properties }) => properties.description === code)
  if (!found) throw new Error(`no marker ${code}`)
  const [lng, lat] = found.geometry.coordinates
  return { ...found.properties, lat, lng }
}

type Line = { properties: { name: string }; geometry: { type: string; coordinates: never[] } }

/** A place a quarter of the way along the trail. */
export function onTrail(name: string): { lat: number; lng: number } {
  const trail: Line | undefined = raw('trails').features.find(({ properties }: Line) => properties.name === name)
  if (!trail) throw new Error(`no trail ${name}`)
  const points: [number, number][] = trail.geometry.coordinates.flat(trail.geometry.type === 'MultiLineString' ? 1 : 0)
  const [lng, lat] = points[Math.floor(points.length / 4)] ?? [0, 0]
  return { lat, lng }
}

export const ground = (page: Page) => page.getByRole('application')
export const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
export const hashOf = (page: Page) => new URL(page.url()).hash
export const at = ({ lat, lng }: { lat: number; lng: number }, zoom: number) => `#${lat.toFixed(5)},${lng.toFixed(5)},${zoom}`

export async function drawn(page: Page) {
  await expect(ground(page).locator('canvas').first()).toBeAttached()
  await page.waitForFunction(() => {
    const marks = performance.getEntriesByName('map drawn')
    const last = marks.at(-1)
    return last !== undefined && performance.now() - last.startTime > 300
  })
}

export async function openMap(page: Page, path = '/map') {
  await page.goto(path)
  await drawn(page)
}

export async function dotsOf(page: Page, [r, g, b]: [number, number, number], near = 24): Promise<number> {
  return ground(page).evaluate(
    (element, { wanted, near: tolerance }) => {
      let count = 0
      for (const canvas of element.querySelectorAll('canvas')) {
        const pen = canvas.getContext('2d', { willReadFrequently: true })
        if (!pen || canvas.width === 0 || canvas.closest('.map-base, .map-base-dark')) continue
        const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
        for (let i = 0; i < data.length; i += 4)
          if (data[i + 3] === 255 && wanted.every((value, channel) => Math.abs((data[i + channel] ?? 0) - value) < tolerance)) count++
      }
      return count
    },
    { wanted: [r, g, b], near },
  )
}

export async function middleOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('the element is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

type LatLng = { lat: number; lng: number }

/** The view in the page's address determines where a location is on the screen. */
export async function screenOf(page: Page, { lat, lng }: LatLng): Promise<{ x: number; y: number }> {
  const [viewLat = 0, viewLng = 0, zoom = 0] = hashOf(page).slice(1).split(',').map(Number)
  const middle = await middleOf(ground(page))
  const size = 256 * 2 ** zoom
  const pixel = (place: LatLng) => ({
    x: ((place.lng + 180) / 360) * size,
    y: ((1 - Math.asinh(Math.tan((place.lat * Math.PI) / 180)) / Math.PI) / 2) * size,
  })
  const [there, here] = [pixel({ lat, lng }), pixel({ lat: viewLat, lng: viewLng })]
  return { x: middle.x + there.x - here.x, y: middle.y + there.y - here.y }
}
