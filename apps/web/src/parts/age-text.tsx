import { styled } from '@mui/material/styles'
import { usePageData } from '#data/page-data.ts'
import { formatAge, formatDateTime, formatExact } from '#lib/dates.ts'
import { useIsWritten, useNow } from '#platform/clock.ts'

// Heard, not seen; on paper, where an age means nothing, it is the other way round.
const Time = styled('time')({
  '& small': { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden', whiteSpace: 'nowrap' },
  '@media print': { '& span': { display: 'none' }, '& small': { all: 'unset' } },
})

/** `lead` makes it a sentence: "Confirmed 2 h ago". */
export type AgeProps = { at: string; lead?: string }

/**
 * How old something is, for places that are pressed as a whole, such as a row that is a link. Screen readers hear the exact time as well. In a
 * page that the server writes it is the exact time alone: read an hour later, with scripts off, an age would be wrong.
 */
export function AgeText({ at, lead }: AgeProps) {
  const { timeZone } = usePageData().site
  const now = useNow()
  const isWritten = useIsWritten()
  const time = new Date(at)
  const age = formatAge(time, now, timeZone)
  return (
    <Time dateTime={at}>
      {lead && `${lead} `}
      {isWritten ? (
        formatDateTime(time, timeZone)
      ) : (
        <>
          <span>{lead ? age[0]?.toLowerCase() + age.slice(1) : age}</span>
          <small>, {formatExact(time, timeZone)}</small>
        </>
      )}
    </Time>
  )
}
