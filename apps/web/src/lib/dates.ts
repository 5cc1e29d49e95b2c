const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // en-US only for its three-letter months: Australian and British English write "Sept".
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    day: '2-digit',
    month: 'short',
    year: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}

/** DD-MMM-YY HH:mm, in the trail network's own time: a rider and an officer elsewhere read the same clock. */
export function formatDateTime(at: Date, timeZone: string): string {
  const part = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${part.day}-${part.month}-${part.year} ${part.hour}:${part.minute}`
}

/** "just now", "12 min ago", "3 h ago", "5 days ago": rounded down, so that nothing is called older than it is. */
export function formatAge(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ago`
  return `${Math.floor(hours / 24)} days ago`
}
