import { PublicWarnings, type Warning, warningsAt } from '@trailwarden/domain'
import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime, formatExact } from '#lib/dates.ts'
import type { TopAlerts } from '#parts/feature.ts'
import { AgeText } from '#parts/status/age-text.tsx'
import { AlertBox, AlertList } from '#parts/status/alert-box.tsx'
import { useIsWritten, useNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconOpenInNew, iconWarningFill } from '#ui/icons/screen-icons.ts'

/** Home shows this many warnings before the list is expanded. */
const SHOWN = 2

type Props = { warning: Warning; networkNames: ReadonlyMap<string, string>; timeZone: string; now: Date }

/** A start time in the past is left out. */
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
          {isUnchecked ? ', not updated since ' : ', as of '}
          {isWritten || isUnchecked ? formatDateTime(new Date(asOf), timeZone) : <AgeText at={asOf} />}
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

function readWarnings(warnings: unknown, now: Date): Warning[] {
  // The device may have stored warnings in an older format, and the server sends them again.
  const read = PublicWarnings.safeParse(warnings)
  return read.success ? warningsAt(read.data.warnings, now) : []
}

function useWarnings(): { inForce: Warning[]; now: Date } {
  const { warnings } = usePageData()
  const now = useNow()
  return { inForce: readWarnings(warnings, now), now }
}

/** The text comes from feeds, so it is never used as markup. Screen readers announce warnings politely. */
export function Warnings() {
  const { site } = usePageData()
  const { inForce, now } = useWarnings()
  const isWritten = useIsWritten()
  const [isOpen, setIsOpen] = useState(false)
  if (inForce.length === 0) return null
  const networkNames = new Map(site.networks.map(({ id, name }) => [id, name]))
  // Without scripts, no button could show the rest, so the page shows all warnings.
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

export const listWarnings: TopAlerts['listForMap'] = ({ warnings }, now) =>
  readWarnings(warnings, now).map(({ id, title, severity, startsAt, asOf }) => ({
    id,
    title,
    since: startsAt ?? asOf,
    isSevere: severity === 'Extreme',
    mark: <Icon path={iconWarningFill} />,
  }))
