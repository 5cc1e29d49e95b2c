type Row = Record<string, unknown>

/** Hashes of tokens, codes and photos are useless to readers but useful to attackers. `import` reads the hashes from `tables`. */
export const isSecret = (column: string): boolean => column.endsWith('_hash')

export const withoutSecrets = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([column]) => !isSecret(column)))

// Spreadsheets treat text that begins with one of these characters as a formula.
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

export function featureOf({ place, ...properties }: Row): object | null {
  if (typeof place !== 'object' || place === null) return null
  // The cast is safe: a check constraint ensures that a location has both coordinates.
  const { latitude, longitude } = place as { latitude?: number; longitude?: number }
  if (latitude === undefined || longitude === undefined) return null
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties: { ...properties, place } }
}
