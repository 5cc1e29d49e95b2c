import Button from '@mui/material/Button'
import { PublicWarnings, type Warning, warningsAt } from '@trailwarden/domain'
import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime, formatExact } from '#lib/dates.ts'
import { AgeText } from '#parts/age-text.tsx'
import { AlertBox, AlertList, AlertPill } from '#parts/alert-box.tsx'
import { useIsWritten, useNow } from '#platform/clock.ts'
import { Icon } from '#ui/icon.tsx'
import { iconOpenInNew, iconWarningFill } from '#ui/screen-icons.ts'

/** What stands on home before the rest is asked for. */
const SHOWN = 2

type Props = { warning: Warning; networkNames: ReadonlyMap<string, string>; timeZone: string; now: Date }

/** Where and when: the networks that it touches, its beginning if that is still to come, its end. */
function placeAndTime({ warning, networkNames, timeZone, now }: Props): string {
  const { networks, startsAt, endsAt } = warning
  const where = networks.length === networkNames.size ? 'All networks' : networks.map((id) => networkNames.get(id) ?? id).join(', ')
  const from = startsAt && Date.parse(startsAt) > now.getTime() ? `from ${formatExact(new Date(startsAt), timeZone)}` : ''
  const until = endsAt ? `until ${formatExact(new Date(endsAt), timeZone)}` : ''
  return [where, [from, until].filter(Boolean).join(' ')].filter(Boolean).join(' · ')
}

function WarningBox(props: Props) {
  const { warning, timeZone } = props
  const { title, text, severity, source, link, asOf, isUnchecked } = warning
  const isWritten = useIsWritten()
  return (
    <AlertBox data-severity={severity}>
      <Icon path={iconWarningFill} />
      <div>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
        <p>{placeAndTime(props)}</p>
        <p>
          {severity !== 'Unknown' && `${severity} · `}
          {source}
          {isUnchecked ? ', could not be checked since ' : ', as of '}
          {isWritten ? formatDateTime(new Date(asOf), timeZone) : <AgeText at={asOf} />}
          {link && (
            <>
              {' · '}
              <a href={link} target="_blank" rel="noopener noreferrer nofollow">
                More from {source} <Icon path={iconOpenInNew} size={16} />
              </a>
            </>
          )}
        </p>
      </div>
    </AlertBox>
  )
}

function useWarnings(): { inForce: Warning[]; now: Date } {
  const { warnings } = usePageData()
  const now = useNow()
  // Stored by an older version of the app: unreadable here, and the server sends it again.
  const read = PublicWarnings.safeParse(warnings)
  return { inForce: read.success ? warningsAt(read.data.warnings, now) : [], now }
}

/**
 * Warnings by others that hold now, as plain text: a feed's words are never markup. They stand beside trail status and change none.
 * Read out before the page, without interrupting.
 */
export function Warnings() {
  const { site } = usePageData()
  const { inForce, now } = useWarnings()
  const isWritten = useIsWritten()
  const [isOpen, setIsOpen] = useState(false)
  if (inForce.length === 0) return null
  const networkNames = new Map(site.networks.map(({ id, name }) => [id, name]))
  // A page that is read without scripts has no button that opens the rest.
  const shown = isOpen || isWritten ? inForce : inForce.slice(0, SHOWN)
  const more = inForce.length - shown.length
  return (
    <AlertList role="status" aria-label="Warnings">
      {shown.map((warning) => (
        <WarningBox key={warning.id} warning={warning} networkNames={networkNames} timeZone={site.timeZone} now={now} />
      ))}
      {more > 0 && (
        <Button variant="text" onClick={() => setIsOpen(true)}>
          {more === 1 ? '1 more warning' : `${more} more warnings`}
        </Button>
      )}
    </AlertList>
  )
}

/** The same over the map: one line, which opens. */
export function MapWarnings() {
  const { inForce } = useWarnings()
  const [first] = inForce
  if (!first) return null
  return (
    <AlertPill>
      <summary>
        <Icon path={iconWarningFill} />
        {inForce.length === 1 ? first.title : `${inForce.length} warnings`}
      </summary>
      <Warnings />
    </AlertPill>
  )
}
