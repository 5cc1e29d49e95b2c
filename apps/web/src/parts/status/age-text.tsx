import { usePageData } from '#data/page-data.ts'
import { formatAge, formatDateTime, formatExact } from '#lib/dates.ts'
import { useIsWritten, useNow } from '#platform/clock.ts'
import { styled } from '#ui/styled.ts'

// Print shows the exact time instead of the age, because an age means nothing on paper. On screens, only screen readers read the exact
// time.
const Time = styled('time')({
  '& small': { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden', whiteSpace: 'nowrap' },
  '@media print': { '& span': { display: 'none' }, '& small': { all: 'unset' } },
})

/** `lead` starts the sentence, as in "Confirmed 2 h ago". */
export type AgeProps = { at: string; lead?: string }

/**
 * Elements that are tapped as a whole, such as a row that is a link, need an age without its own tap. With scripts off, an age would soon
 * be wrong, so the server's markup has only the exact time.
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
