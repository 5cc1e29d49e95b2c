const HOUR_MS = 3_600_000

const counted = (n: number, one: string) => `${n.toLocaleString('en-AU')} ${n === 1 ? one : `${one}s`}`

export function spanOf(hours: number): string {
  if (hours < 1) return 'under 1 hour'
  return hours < 48 ? counted(Math.floor(hours), 'hour') : counted(Math.floor(hours / 24), 'day')
}

/** A whole number of days is shown in days, and any other limit in hours. */
export const limitOf = (hours: number) => (hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour'))

export const hoursSince = (at: string, now: Date) => (now.getTime() - Date.parse(at)) / HOUR_MS
