import { compareUpdates, publicWord } from '@trailwarden/domain'
import { useParams } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { type Fact, RecordFacts } from '#parts/record/record-facts.tsx'
import { RecordMissing } from '#parts/record/record-missing.tsx'
import { Age } from '#parts/status/age.tsx'
import { shownStatus } from '#parts/status/shown-status.ts'
import { useNow } from '#platform/clock.ts'
import { Card, CardHeading } from '#ui/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { styled } from '#ui/styled.ts'
import { DESKTOP } from '#ui/theme/theme.ts'
import { NetworkStatuses } from '../network-statuses.tsx'
import { useWithOutcome } from '../rider-text.ts'
import { UpdateAttention } from './update-attention.tsx'
import { UpdateReach } from './update-reach.tsx'
import { UpdateTrailList } from './update-trail-list.tsx'
import { type SeenUpdate, useUpdate, useUpdates } from './updates.ts'

const Page = styled('div')({ display: 'grid', gap: 16, padding: 16, [DESKTOP]: { padding: 24 } })

export function UpdateView() {
  const { id = '' } = useParams()
  const withOutcome = useWithOutcome()
  const update = useUpdate(id)
  if (update === undefined) return null
  if (update === null) return <RecordMissing />
  return (
    <Page>
      <Shown update={withOutcome(update)} />
    </Page>
  )
}

function Shown({ update }: { update: SeenUpdate }) {
  const { site } = usePageData()
  const now = useNow()
  const updates = useUpdates()
  const latest = updates?.find(({ isPublic }) => isPublic)
  const { createdAt, createdByName, state, isPublic } = update
  const isPast = isPublic && latest !== undefined && latest.id !== update.id
  const networks = site.networks.map(({ id, name }) => {
    const posted = update.networks[id]
    const outcome = update.outcome?.networks[id]
    const asPosted = {
      id,
      name,
      status: publicWord(update, id) ?? null,
      exceptions: outcome?.exceptions,
      message: posted?.message ?? '',
      postedAt: posted ? createdAt : null,
      later: isPast ? undefined : outcome?.later,
    }
    return { id, name, ...shownStatus(asPosted, site.statusAgeLimitHours, site.timeZone, now) }
  })
  const facts: Fact[] = [
    [isPublic ? 'Posted' : 'Written', <Age key="at" at={createdAt} />],
    ['Author', createdByName ?? 'Not known'],
  ]
  return (
    <>
      {update.attention.map((refused) => (
        <UpdateAttention key={refused.waiting.command.id} update={update} refused={refused} />
      ))}
      {isPast && <Notice>This is an earlier update, not the current status.</Notice>}
      {state !== 'attention' && <UpdateReach update={update} before={updates && beforeIt(updates, update)} isPast={isPast} />}
      <Card aria-labelledby="update-networks">
        <CardHeading id="update-networks">
          {isPast ? 'What visitors saw' : isPublic ? 'What visitors see' : 'What visitors will see'}
        </CardHeading>
        <NetworkStatuses networks={networks} />
      </Card>
      <UpdateTrailList update={update} />
      <RecordFacts facts={facts} />
    </>
  )
}

const beforeIt = (updates: readonly SeenUpdate[], update: SeenUpdate) =>
  updates.find((other) => other.isPublic && compareUpdates(other, update) < 0 && other.id !== update.id) ?? null
