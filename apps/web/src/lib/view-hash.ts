/** The map's view in the URL as `#lat,lng,zoom`, so that a link shows exactly what its sender saw. */
export type HashView = { lat: number; lng: number; zoom: number }

const FORM = /^#?(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?),(\d{1,3}(?:\.\d+)?)$/

export const formatViewHash = ({ lat, lng, zoom }: HashView): string => `#${lat.toFixed(5)},${lng.toFixed(5)},${Number(zoom.toFixed(2))}`

/** Returns the path of the map with one feature of a layer selected. */
export const showPath = ({ layer, id }: { layer: string; id: string }, hash: string): string =>
  `/map?show=${layer}:${encodeURIComponent(id)}${hash}`

/** Parses a hash. Returns null if it isn't a valid location, so that the map doesn't move. Limits the zoom to the map's range. */
export function parseViewHash(hash: string, { minZoom, maxZoom }: { minZoom: number; maxZoom: number }): HashView | null {
  const [, lat, lng, zoom] = FORM.exec(decodeURIComponentOr(hash)) ?? []
  if (lat === undefined || lng === undefined || zoom === undefined) return null
  const view = { lat: Number(lat), lng: Number(lng), zoom: Math.min(maxZoom, Math.max(minZoom, Number(zoom))) }
  return Math.abs(view.lat) <= 90 && Math.abs(view.lng) <= 180 ? view : null
}

/** Decodes the hash if possible, because some mail programs encode commas as %2C. */
function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns, for example, `-41.17532, 148.11210`. Five decimals are accurate to about a metre. */
export const formatCoordinates = (lat: number, lng: number): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

/** Returns a link for directions to a location. Phones open such links in their own map app if they have one. */
export const directionsUrl = (lat: number, lng: number): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${lat.toFixed(5)},${lng.toFixed(5)}`

/** Returns a link that opens a location in the device's map app. */
export const externalMapUrl = (lat: number, lng: number): string =>
  `https://www.google.com/maps/search/?api=1&query=${lat.toFixed(5)},${lng.toFixed(5)}`
