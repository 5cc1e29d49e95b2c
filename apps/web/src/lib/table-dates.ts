/** dates.ts is part of the first download, so formats that only tables need are in this file. */
import { dayAndMonth, time, wallClock } from './dates.ts'

export function formatDateTimeLong(at: Date, timeZone: string): string {
  const wall = wallClock(at, timeZone)
  return `${dayAndMonth(wall)}-${wall.getUTCFullYear()} ${time(wall)}`
}

/** Files with this name format sort by day. */
export function formatFileDate(at: Date, timeZone: string): string {
  return wallClock(at, timeZone).toISOString().slice(0, 10)
}

/** A person born on 29 February turns a year older on 1 March. */
export function yearsBetween(from: Date, to: Date, timeZone: string): number {
  const [start, end] = [wallClock(from, timeZone), wallClock(to, timeZone)]
  const dayOfYear = (wall: Date) => wall.getUTCMonth() * 100 + wall.getUTCDate()
  return end.getUTCFullYear() - start.getUTCFullYear() - (dayOfYear(end) < dayOfYear(start) ? 1 : 0)
}
