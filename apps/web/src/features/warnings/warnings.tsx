import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { PublicWarnings, type Warning, warningsAt } from '@trailwarden/domain'
import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime, formatExact } from '#lib/dates.ts'
import { AgeText } from '#parts/age-text.tsx'
import { useIsWritten, useNow } from '#platform/clock.ts'
import { Icon } from '#ui/icon.tsx'
import { iconOpenInNew, iconWarningFill } from '#ui/screen-icons.ts'
import { colour, DESKTOP } from '#ui/theme.ts'

// The page that follows has its own distance from it.
const List = styled('section')({ display: 'grid', gap: 8, padding: '12px 12px 0', [DESKTOP]: { padding: '20px 24px 0' } })

const Box = styled('article')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '24px minmax(0, 1fr)',
  gap: '0 12px',
  padding: '10px 14px',
  border: `1px solid ${colour('warning')}`,
  borderLeftWidth: 6,
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  overflowWrap: 'anywhere',
  '&[data-severity=Extreme]': {
    borderColor: colour('emergency'),
    background: colour('emergencyContainer'),
    color: colour('onEmergencyContainer'),
  },
  '& > svg': { marginTop: 1 },
  '& h2': { ...theme.typography.h3, fontWeight: 600 },
  '& p': theme.typography.body2,
  '& a': { color: 'inherit' },
}))

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
    <Box data-severity={severity}>
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
    </Box>
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
    <List id="warnings" role="status" aria-label="Warnings">
      {shown.map((warning) => (
        <WarningBox key={warning.id} warning={warning} networkNames={networkNames} timeZone={site.timeZone} now={now} />
      ))}
      {more > 0 && (
        <Button variant="text" onClick={() => setIsOpen(true)}>
          {more === 1 ? '1 more warning' : `${more} more warnings`}
        </Button>
      )}
    </List>
  )
}

// Below the note that the data is a sample, and no wider than leaves the map's own buttons free.
const OnMap = styled('details')({
  position: 'absolute',
  zIndex: 2,
  top: 40,
  left: 12,
  maxWidth: 'calc(100% - 24px)',
  '& > summary': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 44,
    padding: '0 14px 0 10px',
    borderRadius: 22,
    border: `1px solid ${colour('warning')}`,
    background: colour('warningContainer'),
    color: colour('onWarningContainer'),
    fontWeight: 600,
    listStyle: 'none',
    cursor: 'pointer',
  },
  '& > summary::-webkit-details-marker': { display: 'none' },
  '& > section': { padding: '8px 0 0', maxHeight: '50vh', overflowY: 'auto' },
  [DESKTOP]: { width: 440, '& > section': { padding: '8px 0 0' } },
})

/** The same over the map: one line, which opens. */
export function MapWarnings() {
  const { inForce } = useWarnings()
  const [first] = inForce
  if (!first) return null
  return (
    <OnMap>
      <summary>
        <Icon path={iconWarningFill} />
        {inForce.length === 1 ? first.title : `${inForce.length} warnings`}
      </summary>
      <Warnings />
    </OnMap>
  )
}
