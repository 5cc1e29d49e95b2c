/**
 * Dates are in the trail network's time zone, so that riders there and staff elsewhere see one time. Calling Intl for each of a table's
 * dates would be slow, so the code reads the zone's offset only for the start and end of each day.
 */
const DAY_MS = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

type Zone = { format: Intl.DateTimeFormat; offsetAtDay: Map<number, number> }
const zones = new Map<string, Zone>()

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const
  const zone = { format: new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...parts }), offsetAtDay: new Map() }
  zones.set(timeZone, zone)
  return zone
}

function askOffset(zone: Zone, ms: number): number {
  const part = Object.fromEntries(zone.format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}

function offsetAtStartOf(zone: Zone, day: number): number {
  const known = zone.offsetAtDay.get(day)
  if (known !== undefined) return known
  const offset = askOffset(zone, day * DAY_MS)
  zone.offsetAtDay.set(day, offset)
  return offset
}

export function wallClock(at: Date, timeZone: string): Date {
  const ms = at.getTime()
  const zone = zoneOf(timeZone)
  const day = Math.floor(ms / DAY_MS)
  const before = offsetAtStartOf(zone, day)
  return new Date(ms + (before === offsetAtStartOf(zone, day + 1) ? before : askOffset(zone, ms)))
}

/** A datetime-local field needs this format. */
export const toWallText = (at: Date, timeZone: string) => wallClock(at, timeZone).toISOString().slice(0, 16)

/** A repeated hour counts as its first occurrence. An hour that daylight saving skips counts as if the clock hadn't changed yet. */
export function fromWallText(text: string, timeZone: string): Date {
  const wall = Date.parse(`${text}Z`)
  const before = wall - (wallClock(new Date(wall - DAY_MS), timeZone).getTime() - (wall - DAY_MS))
  if (wallClock(new Date(before), timeZone).getTime() === wall) return new Date(before)
  const after = wall - (wallClock(new Date(wall + DAY_MS), timeZone).getTime() - (wall + DAY_MS))
  return new Date(wallClock(new Date(after), timeZone).getTime() === wall ? after : before)
}

const two = (value: number) => String(value).padStart(2, '0')
export const dayAndMonth = (wall: Date) => `${two(wall.getUTCDate())}-${MONTHS[wall.getUTCMonth()]}`
export const time = (wall: Date) => `${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`
const dayOf = (wall: Date) => Math.floor(wall.getTime() / DAY_MS)
const weekday = (wall: Date, length?: number) => DAYS[wall.getUTCDay()]?.slice(0, length)
const shortDate = (wall: Date) => `${dayAndMonth(wall)}-${two(wall.getUTCFullYear() % 100)}`

export function formatDate(at: Date, timeZone: string): string {
  return shortDate(wallClock(at, timeZone))
}

export function formatDateTime(at: Date, timeZone: string): string {
  const wall = wallClock(at, timeZone)
  return `${shortDate(wall)} ${time(wall)}`
}

export function formatExact(at: Date, timeZone: string): string {
  const wall = wallClock(at, timeZone)
  return `${weekday(wall, 3)} ${shortDate(wall)} ${time(wall)}`
}

/** The parameter has no time, such as 2025-11-22. */
export function formatDay(date: string): string {
  const day = new Date(date)
  return `${weekday(day, 3)} ${shortDate(day)}`
}

/** Ages are rounded down, and "Yesterday" refers to the network's calendar. */
export function formatAge(at: Date, now: Date, timeZone: string): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ago`
  const wall = wallClock(at, timeZone)
  if (dayOf(wallClock(now, timeZone)) - dayOf(wall) === 1) return `Yesterday ${time(wall)}`
  return hours < 7 * 24 ? `${Math.floor(hours / 24)} d ago` : shortDate(wall)
}

/**
 * "today 14:00" and "tomorrow 14:00" are within 24 hours, and "Sat 14:00" within 7 days. Pass false as `isRelative` for pages that people
 * may read on another day.
 */
export function formatComing(at: Date, now: Date, timeZone: string, dayLength?: number, isRelative = true): string | null {
  const ms = at.getTime() - now.getTime()
  if (!(ms > 0 && ms <= 7 * DAY_MS)) return null
  const wall = wallClock(at, timeZone)
  const isToday = dayOf(wall) === dayOf(wallClock(now, timeZone))
  const day = isRelative && ms <= DAY_MS ? (isToday ? 'today' : 'tomorrow') : weekday(wall, dayLength)
  return `${day} ${time(wall)}`
}
