/** The same records for other programs: a CSV file for each table, and GeoJSON where records have a place. */

type Row = Record<string, unknown>

// A text that begins like this is a formula to a spreadsheet.
const FORMULA = /^[=+\-@\t\r]/

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

export function csvLines(rows: readonly Row[], columns: readonly string[]): string {
  return rows.map((row) => `${columns.map((name) => cell(row[name])).join(',')}\r\n`).join('')
}

/** Null for a record without a place. */
export function featureOf({ place, ...properties }: Row): object | null {
  if (typeof place !== 'object' || place === null) return null
  // Safe: a check of the table says that places have both.
  const { latitude, longitude } = place as { latitude?: number; longitude?: number }
  if (latitude === undefined || longitude === undefined) return null
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties: { ...properties, place } }
}
