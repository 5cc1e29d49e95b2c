/**
 * Dates as people read them, in the trail network's own time: a rider and an officer elsewhere read the same clock.
 *
 * A table writes tens of thousands of them at once, and asking Intl each time is what makes such a table slow. So Intl is asked
 * for the zone's offset at the ends of a day, once; between equal ends the offset is the same and the rest is arithmetic.
 */
const DAY_MS = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

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

/** A moment shifted so that its UTC parts are what the clock on the network's wall shows. */
export function wallClock(at: Date, timeZone: string): Date {
  const ms = at.getTime()
  const zone = zoneOf(timeZone)
  const day = Math.floor(ms / DAY_MS)
  const before = offsetAtStartOf(zone, day)
  return new Date(ms + (before === offsetAtStartOf(zone, day + 1) ? before : askOffset(zone, ms)))
}

/** YYYY-MM-DDTHH:mm, as a field for date and time has it. */
export const toWallText = (at: Date, timeZone: string) => wallClock(at, timeZone).toISOString().slice(0, 16)

/**
 * The moment at which the clock on the network's wall shows this text. Of an hour that comes twice the first is meant; one that is left
 * out by daylight saving is taken as if the clock had not been changed yet.
 */
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
const shortDate = (wall: Date) => `${dayAndMonth(wall)}-${two(wall.getUTCFullYear() % 100)}`

/** DD-MMM-YY */
export function formatDate(at: Date, timeZone: string): string {
  return shortDate(wallClock(at, timeZone))
}

/** DD-MMM-YY HH:mm */
export function formatDateTime(at: Date, timeZone: string): string {
  const wall = wallClock(at, timeZone)
  return `${shortDate(wall)} ${time(wall)}`
}

/** Ddd DD-MMM-YY HH:mm: what an age stands for. */
export function formatExact(at: Date, timeZone: string): string {
  const wall = wallClock(at, timeZone)
  return `${DAYS[wall.getUTCDay()]} ${shortDate(wall)} ${time(wall)}`
}

/** Ddd DD-MMM-YY of a day that has no time, such as 2025-11-22. */
export function formatDay(date: string): string {
  const day = new Date(date)
  return `${DAYS[day.getUTCDay()]} ${shortDate(day)}`
}

/**
 * "Just now", "12 min ago", "3 h ago", "Yesterday 16:05", "3 d ago", "07-Nov-25": rounded down, so that nothing is called older than it is.
 * Yesterday is the network's.
 */
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
