// Sorts the keys, because devices, schemas and the database order them differently.
const sorted = (_key: string, value: unknown) =>
  typeof value === 'object' && value && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value
export const isSameValue = (a: unknown, b: unknown) => a === b || JSON.stringify(a, sorted) === JSON.stringify(b, sorted)
