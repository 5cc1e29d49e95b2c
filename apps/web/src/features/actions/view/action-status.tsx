import type { ActionStatus } from '@trailwarden/domain'
import { iconSchedule, iconTaskAlt } from '#parts/record/record-icons.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'

const Line = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  fontWeight: 600,
  whiteSpace: 'nowrap',
  '&[data-status=Resolved]': { color: colour('successText') },
})

export const STATUS_ICONS = { Unresolved: iconSchedule, Resolved: iconTaskAlt }

export const StatusLine = ({ status }: { status: ActionStatus }) => (
  <Line data-status={status}>
    <Icon path={STATUS_ICONS[status]} size={20} />
    {status}
  </Line>
)
