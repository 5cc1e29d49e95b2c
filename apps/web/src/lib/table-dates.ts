/** Formats dates for tables and files. Other date formats are in dates.ts, which is part of the first download. */
import { dayAndMonth, time, wallClock } from './dates.ts'

/** Formats a date and time as DD-MMM-YYYY HH:mm. */
export function formatDateTimeLong(at: Date, timeZone: string): string {
  const wall = wallClock(at, timeZone)
  return `${dayAndMonth(wall)}-${wall.getUTCFullYear()} ${time(wall)}`
}

/** Formats a date as YYYY-MM-DD for file names, so that files sort by day. */
export function formatFileDate(at: Date, timeZone: string): string {
  return wallClock(at, timeZone).toISOString().slice(0, 10)
}

/** Counts full years between two dates, like birthdays. A person born on 29 February turns a year older on 1 March. */
export function yearsBetween(from: Date, to: Date, timeZone: string): number {
  const [start, end] = [wallClock(from, timeZone), wallClock(to, timeZone)]
  const dayOfYear = (wall: Date) => wall.getUTCMonth() * 100 + wall.getUTCDate()
  return end.getUTCFullYear() - start.getUTCFullYear() - (dayOfYear(end) < dayOfYear(start) ? 1 : 0)
}
