/** The view is in the URL as `#lat,lng,zoom`, so that a link shows exactly what its sender saw. */
export type HashView = { lat: number; lng: number; zoom: number }

const FORM = /^#?(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?),(\d{1,3}(?:\.\d+)?)$/

export const formatViewHash = ({ lat, lng, zoom }: HashView): string => `#${lat.toFixed(5)},${lng.toFixed(5)},${Number(zoom.toFixed(2))}`

export const showPath = ({ layer, id }: { layer: string; id: string }, hash: string): string =>
  `/map?show=${layer}:${encodeURIComponent(id)}${hash}`

/** An invalid hash returns null, so that the map doesn't move. */
export function parseViewHash(hash: string, { minZoom, maxZoom }: { minZoom: number; maxZoom: number }): HashView | null {
  const [, lat, lng, zoom] = FORM.exec(decodeURIComponentOr(hash)) ?? []
  if (lat === undefined || lng === undefined || zoom === undefined) return null
  const view = { lat: Number(lat), lng: Number(lng), zoom: Math.min(maxZoom, Math.max(minZoom, Number(zoom))) }
  return Math.abs(view.lat) <= 90 && Math.abs(view.lng) <= 180 ? view : null
}

/** Some mail programs encode commas as %2C. */
function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Five decimals are accurate to about a metre. */
export const formatCoordinates = (lat: number, lng: number): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

/** Phones open such links in their own map app if they have one. */
export const directionsUrl = (lat: number, lng: number): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${lat.toFixed(5)},${lng.toFixed(5)}`

export const externalMapUrl = (lat: number, lng: number): string =>
  `https://www.google.com/maps/search/?api=1&query=${lat.toFixed(5)},${lng.toFixed(5)}`
