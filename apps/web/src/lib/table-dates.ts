/** Dates for tables and files alone; those that home shows are in dates.ts, which is a part of the first download. */
import { dayAndMonth, time, wallClock } from './dates.ts'

/** DD-MMM-YYYY HH:mm */
export function formatDateTimeLong(at: Date, timeZone: string): string {
  const wall = wallClock(at, timeZone)
  return `${dayAndMonth(wall)}-${wall.getUTCFullYear()} ${time(wall)}`
}

/** YYYY-MM-DD, for the names of files: a folder of them sorts by day. */
export function formatFileDate(at: Date, timeZone: string): string {
  return wallClock(at, timeZone).toISOString().slice(0, 10)
}

/** Full years from one day to another, as a birthday counts them; someone born on 29 February turns on 1 March. */
export function yearsBetween(from: Date, to: Date, timeZone: string): number {
  const [start, end] = [wallClock(from, timeZone), wallClock(to, timeZone)]
  const dayOfYear = (wall: Date) => wall.getUTCMonth() * 100 + wall.getUTCDate()
  return end.getUTCFullYear() - start.getUTCFullYear() - (dayOfYear(end) < dayOfYear(start) ? 1 : 0)
}
