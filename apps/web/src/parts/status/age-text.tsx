import { styled } from '@mui/material/styles'
import { usePageData } from '#data/page-data.ts'
import { formatAge, formatDateTime, formatExact } from '#lib/dates.ts'
import { useIsWritten, useNow } from '#platform/clock.ts'

// The exact time, which is only for screen readers. Print shows it instead of the age, because an age means nothing on paper.
const Time = styled('time')({
  '& small': { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden', whiteSpace: 'nowrap' },
  '@media print': { '& span': { display: 'none' }, '& small': { all: 'unset' } },
})

/** `lead` starts the sentence, as in "Confirmed 2 h ago". */
export type AgeProps = { at: string; lead?: string }

/**
 * Shows how long ago something happened, inside elements that are tapped as a whole, such as a row that is a link. Screen readers also read
 * the exact time. Pages rendered by the server contain only the exact time, because with scripts off an age would soon be wrong.
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
