import { type Action, actionKind, labelOf } from '@trailwarden/domain'
import { Link } from 'react-router'
import { formatDay } from '#lib/dates.ts'
import { type Fact, RecordFacts, stampsOf } from '#parts/record/record-facts.tsx'
import { valueText } from '#parts/record/record-text.ts'
import { Age } from '#parts/status/age.tsx'

const FACTS = ['number', 'category', 'area', 'trail', 'assignedTo', 'isShownToRiders'] as const

export function ActionFacts({ action }: { action: Action }) {
  const text = (name: keyof Action) => valueText(actionKind, name, action[name], () => action.assignedName ?? 'Former user')
  const facts: Fact[] = [
    ...FACTS.map((name) => [labelOf(actionKind, name), text(name)] satisfies Fact),
    ...(action.canHurt ? [[labelOf(actionKind, 'canHurt'), text('canHurt')] satisfies Fact] : []),
    ...(action.detail ? [['Detail', action.detail] satisfies Fact] : []),
    ...(action.waitingFor
      ? [
          [
            'Waiting for',
            [action.waitingFor, action.waitingUntil && `until ${formatDay(action.waitingUntil)}`].filter(Boolean).join(', '),
          ] satisfies Fact,
        ]
      : []),
    ...(action.fix ? [['What was done', action.fix] satisfies Fact] : []),
    ...(action.mergedInto
      ? [
          [
            'Merged into',
            <Link key="merged" to={`/actions/view/${action.mergedInto}`}>
              Another Action
            </Link>,
          ] satisfies Fact,
        ]
      : []),
    ...(action.completedAt ? [['Resolved', <Age key="at" at={action.completedAt} />] satisfies Fact] : []),
    ...stampsOf(action),
  ]
  return <RecordFacts facts={facts} />
}
