import { styled } from '@mui/material/styles'
import { type Action, actionKind, labelOf } from '@trailwarden/domain'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import { valueText } from '#parts/record-text.ts'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'

const Padded = styled(Card)({ padding: '6px 16px', '& dd': { whiteSpace: 'pre-wrap' } })

/** The fields that have no place of their own on the screen. */
const FACTS = ['number', 'category', 'area', 'trail', 'assignedTo'] as const

/** Every field, and who made and last changed it. */
export function ActionFacts({ action }: { action: Action }) {
  const { timeZone } = usePageData().site
  const at = (time: string) => formatDateTime(new Date(time), timeZone)
  const text = (name: keyof Action) => valueText(actionKind, name, action[name], () => action.assignedName ?? 'Someone no longer here')
  const facts: [string, string][] = [
    ...FACTS.map((name) => [labelOf(actionKind, name), text(name)] satisfies [string, string]),
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
