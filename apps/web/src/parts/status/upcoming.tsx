/** This file is part of home's first download. */

import { type PublicNetworkStatus, statusAt } from '@trailwarden/domain'
import { formatComing } from '#lib/dates.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconUpcoming } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'

/** `trail` is the trail's name, if the text needs one. */
type Start = { trail?: string | null; isPart: boolean; isLimited?: boolean | undefined }

/** The results are "Icarus closes Sat 14:00", "Part of Icarus limited from Sat 14:00", or "Closes Sat 14:00" without a name. */
export function upcomingText({ trail, isPart, isLimited }: Start, when: string): string {
  if (trail) return `${isPart ? 'Part of ' : ''}${trail} ${isLimited ? 'limited from' : 'closes'} ${when}`
  return `${isLimited ? 'Limited from' : isPart ? 'Part closes' : 'Closes'} ${when}`
}

/** Further closures are counted but not listed. */
const MOST_LINES = 2

/** A network that is already closed has no upcoming closures. */
export function upcomingLines(network: PublicNetworkStatus, timeZone: string, now: Date, isWritten = false): string[] {
  if (statusAt(network, now) === 'Closed') return []
  const lines = (network.upcoming ?? []).flatMap((closure) => {
    const when = formatComing(new Date(closure.startsAt), now, timeZone, 3, !isWritten)
    return when ? upcomingText(closure, when) : []
  })
  const more = lines.length - MOST_LINES
  return more > 0 ? [...lines.slice(0, MOST_LINES), `${more} more planned ${more === 1 ? 'closure' : 'closures'}`] : lines
}

// Buttons also contain the line, and a button may not contain a paragraph.
const Line = styled('span')({
  display: 'flex',
  gap: 5,
  color: colour('warningText'),
  font: font('600 13px/18px'),
  '& svg': { marginTop: 1 },
})

export const UpcomingLines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <Line key={line} data-upcoming>
      <Icon path={iconUpcoming} size={16} /> {line}
    </Line>
  ))
