import { styled } from '@mui/material/styles'
import type { Action } from '@trailwarden/domain'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'

const Padded = styled(Card)({ padding: '6px 16px', '& dd': { whiteSpace: 'pre-wrap' } })

/** Every field, and who made and last changed it. */
export function ActionFacts({ action }: { action: Action }) {
  const { timeZone } = usePageData().site
  const at = (time: string) => formatDateTime(new Date(time), timeZone)
  const facts: [string, string][] = [
    ['ID', action.number || 'Given when it is sent'],
    ['Area', action.area],
    ['Trail', action.trail ?? 'Not on a trail'],
    ['Assigned To', action.assignedName ?? 'Not assigned'],
    ...(action.detail ? [['Detail', action.detail] satisfies [string, string]] : []),
    ...(action.completedAt ? [['Resolved', at(action.completedAt)] satisfies [string, string]] : []),
    ['Created', `${at(action.createdAt)}, ${action.createdByName}`],
    ['Updated', `${at(action.updatedAt)}, ${action.updatedByName}`],
  ]
  return (
    <Padded aria-label="Details">
      <Facts>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Facts>
    </Padded>
  )
}
