// A value may come from a phone, a schema or the database, each with its own order of keys.
const sorted = (_key: string, value: unknown) =>
  typeof value === 'object' && value && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value
export const isSameValue = (a: unknown, b: unknown) => a === b || JSON.stringify(a, sorted) === JSON.stringify(b, sorted)
