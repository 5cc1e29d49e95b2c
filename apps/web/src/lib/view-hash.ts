/** The map's view in the address: `#lat,lng,zoom`, so that a link shows exactly what its sender saw. */
export type HashView = { lat: number; lng: number; zoom: number }

const FORM = /^#?(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?),(\d{1,3}(?:\.\d+)?)$/

export const formatViewHash = ({ lat, lng, zoom }: HashView): string => `#${lat.toFixed(5)},${lng.toFixed(5)},${Number(zoom.toFixed(2))}`

/** The map with one thing of a layer selected. */
export const showPath = ({ layer, id }: { layer: string; id: string }, hash: string): string =>
  `/map?show=${layer}:${encodeURIComponent(id)}${hash}`

/** Null for anything that is not a place on earth: then the map stays where it is. A zoom that it does not have is the nearest that it has. */
export function parseViewHash(hash: string, { minZoom, maxZoom }: { minZoom: number; maxZoom: number }): HashView | null {
  const [, lat, lng, zoom] = FORM.exec(decodeURIComponentOr(hash)) ?? []
  if (lat === undefined || lng === undefined || zoom === undefined) return null
  const view = { lat: Number(lat), lng: Number(lng), zoom: Math.min(maxZoom, Math.max(minZoom, Number(zoom))) }
  return Math.abs(view.lat) <= 90 && Math.abs(view.lng) <= 180 ? view : null
}

/** Some mail programs write commas as %2C. */
function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `-41.17532, 148.11210`: five decimals are a metre. */
export const formatCoordinates = (lat: number, lng: number): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

/** The way to a place, in the phone's own map app where it has one. */
export const directionsUrl = (lat: number, lng: number): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${lat.toFixed(5)},${lng.toFixed(5)}`

/** Opens a place in whatever map the device offers for such links. */
export const externalMapUrl = (lat: number, lng: number): string =>
  `https://www.google.com/maps/search/?api=1&query=${lat.toFixed(5)},${lng.toFixed(5)}`
