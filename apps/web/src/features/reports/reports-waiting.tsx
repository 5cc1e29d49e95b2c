import { styled } from '@mui/material/styles'
import { useRecords } from '#data/use-records.ts'
import { Hidden } from '#ui/hidden.ts'
import { colour, font } from '#ui/theme.ts'

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

/** How many reports wait for a manager's yes; nothing while none does. */
export function ReportsWaiting() {
  const views = useRecords('reports waiting', {
    kind: 'report',
    index: { name: 'status', equals: 'Received' },
    where: ({ status }) => status === 'Received',
  })
  if (!views?.length) return null
  return (
    <>
      <Badge aria-hidden="true">{views.length}</Badge>
      <Hidden>, {views.length} to check</Hidden>
    </>
  )
}
