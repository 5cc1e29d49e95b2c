import { type Action, actionKind, labelOf } from '@trailwarden/domain'
import { Link } from 'react-router'
import { formatDay } from '#lib/dates.ts'
import { Age } from '#parts/age.tsx'
import { type Fact, RecordFacts, stampsOf } from '#parts/record-facts.tsx'
import { valueText } from '#parts/record-text.ts'

/** The fields that have no place of their own on the screen. */
const FACTS = ['number', 'category', 'area', 'trail', 'assignedTo', 'isShownToRiders'] as const

/** Every field, and who made and last changed it. */
export function ActionFacts({ action }: { action: Action }) {
  const text = (name: keyof Action) => valueText(actionKind, name, action[name], () => action.assignedName ?? 'Someone no longer here')
  const facts: Fact[] = [
    ...FACTS.map((name) => [labelOf(actionKind, name), text(name)] satisfies Fact),
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
              The action that stays
            </Link>,
          ] satisfies Fact,
        ]
      : []),
    ...(action.completedAt ? [['Resolved', <Age key="at" at={action.completedAt} />] satisfies Fact] : []),
    ...stampsOf(action),
  ]
  return <RecordFacts facts={facts} />
}
