import { useWaitingReports } from '#parts/action/waiting-reports.ts'
import { styled } from '#ui/styled.ts'
import { Hidden } from '#ui/theme/hidden.ts'
import { colour, font } from '#ui/theme/theme.ts'

const Badge = styled('b')({
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: 22,
  height: 22,
  marginLeft: 6,
  padding: '0 6px',
  borderRadius: 11,
  font: font('700 12px/1'),
  background: colour('warning'),
  color: colour('onWarning'),
})

export function ReportsWaiting() {
  const count = useWaitingReports()?.toCheck.length
  if (!count) return null
  return (
    <>
      <Badge aria-hidden="true">{count}</Badge>
      <Hidden>, {count} to check</Hidden>
    </>
  )
}
