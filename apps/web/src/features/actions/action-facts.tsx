import { styled } from '@mui/material/styles'
import { type Action, actionKind, labelOf } from '@trailwarden/domain'
import type { ReactNode } from 'react'
import { Age } from '#parts/age.tsx'
import { valueText } from '#parts/record-text.ts'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'

const Padded = styled(Card)({ padding: '6px 16px', '& dd': { whiteSpace: 'pre-wrap' } })

/** The fields that have no place of their own on the screen. */
const FACTS = ['number', 'category', 'area', 'trail', 'assignedTo'] as const

const byAndWhen = (at: string, name: string | null) => (
  <>
    <Age at={at} />, {name}
  </>
)

/** Every field, and who made and last changed it. */
export function ActionFacts({ action }: { action: Action }) {
  const text = (name: keyof Action) => valueText(actionKind, name, action[name], () => action.assignedName ?? 'Someone no longer here')
  const facts: [string, ReactNode][] = [
    ...FACTS.map((name) => [labelOf(actionKind, name), text(name)] satisfies [string, ReactNode]),
    ...(action.detail ? [['Detail', action.detail] satisfies [string, ReactNode]] : []),
    ...(action.completedAt ? [['Resolved', <Age key="at" at={action.completedAt} />] satisfies [string, ReactNode]] : []),
    ['Created', byAndWhen(action.createdAt, action.createdByName)],
    ['Updated', byAndWhen(action.updatedAt, action.updatedByName)],
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
