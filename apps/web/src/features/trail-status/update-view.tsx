import { styled } from '@mui/material/styles'
import { compareUpdates } from '@trailwarden/domain'
import { useParams } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { Age } from '#parts/age.tsx'
import { type Fact, RecordFacts } from '#parts/record-facts.tsx'
import { RecordMissing } from '#parts/record-missing.tsx'
import { shownStatus } from '#parts/shown-status.ts'
import { useNow } from '#platform/clock.ts'
import { Card, CardHeading } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { DESKTOP } from '#ui/theme.ts'
import { NetworkStatuses } from './network-statuses.tsx'
import { UpdateAttention } from './update-attention.tsx'
import { UpdateReach } from './update-reach.tsx'
import { UpdateTrailList } from './update-trail-list.tsx'
import { type SeenUpdate, useUpdate, useUpdates } from './updates.ts'

const Page = styled('div')({ display: 'grid', gap: 16, padding: 16, [DESKTOP]: { padding: 24 } })

export function UpdateView() {
  const { id = '' } = useParams()
  const update = useUpdate(id)
  if (update === undefined) return null
  if (update === null) return <RecordMissing />
  return (
    <Page>
      <Shown update={update} />
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
    const later = isPast ? undefined : update.outcome?.networks[id]?.later
    const asPosted = {
      id,
      name,
      status: posted?.status ?? null,
      message: posted?.message ?? '',
      postedAt: posted ? createdAt : null,
      later,
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
      {isPast && <Notice>An earlier update: this is not what is public now.</Notice>}
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

/** The one that was public until this one was posted. */
const beforeIt = (updates: readonly SeenUpdate[], update: SeenUpdate) =>
  updates.find((other) => other.isPublic && compareUpdates(other, update) < 0 && other.id !== update.id) ?? null
