/** dates.ts is part of the first download, so formats that only tables need are in this file. */
import { dayAndMonth, formatComing, formatDate, time, wallClock } from './dates.ts'

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

/** "6 h" or "17 d", rounded down. */
export function formatAgeShort(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

export type DueText = { text: string; isLate: boolean }

/** An unrated Action is due to be rated, and any other Action to be resolved. */
export function formatDue(due: Date | null, now: Date, timeZone: string, isUnrated: boolean): DueText | null {
  if (!due) return null
  if (due < now) return { text: `${formatAgeShort(due, now)} overdue`, isLate: true }
  const left = formatAgeShort(now, due)
  if (!isUnrated) return { text: `Due in ${left}`, isLate: false }
  return { text: `Rate by ${formatComing(due, now, timeZone, 3) ?? formatDate(due, timeZone)}`.replace('by today ', 'by '), isLate: false }
}
