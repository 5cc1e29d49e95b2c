import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { styled } from '#ui/styled.ts'
import { Age } from '../status/age.tsx'

const Padded = styled(Card)({ padding: '6px 16px', '& dd': { whiteSpace: 'pre-wrap' } })

export type Fact = readonly [name: string, value: ReactNode]

type Stamps = { createdAt: string; createdByName: string | null; updatedAt: string; updatedByName: string | null }

export const stampsOf = ({ createdAt, createdByName, updatedAt, updatedByName }: Stamps): Fact[] => [
  [
    'Created',
    <>
      <Age at={createdAt} />, {createdByName}
    </>,
  ],
  [
    'Updated',
    <>
      <Age at={updatedAt} />, {updatedByName}
    </>,
  ],
]

export function RecordFacts({ facts }: { facts: readonly Fact[] }) {
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
