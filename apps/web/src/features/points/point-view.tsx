import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { labelOf } from '@trailwarden/domain'
import { type Point, pointKind } from '@trailwarden/domain/point/point-kind'
import { isWaiting } from '@trailwarden/domain/point/point-rules'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { REFUSALS } from '#lib/messages/refusal.ts'
import { Age } from '#parts/age.tsx'
import { MarkerSymbol } from '#parts/marker-symbol.tsx'
import { NeedsAttention } from '#parts/needs-attention.tsx'
import { PositionCard } from '#parts/position-card.tsx'
import { SyncStateLine } from '#parts/sync-state.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { iconDelete, iconEdit } from '#ui/screen-icons.ts'
import { useNamedScreen } from '#ui/screen-name.ts'
import { colour, DESKTOP } from '#ui/theme.ts'
import { PointConfirm } from './point-confirm.tsx'
import { editPoint, isPost, nameOfPoint, type SeenPoint, statusOfPoint, symbolOfPoint, usePoint } from './points.ts'

const Page = styled('div')({ padding: 16 })

const Head = styled('header')({
  padding: '16px 16px 14px',
  background: colour('surface'),
  borderBottom: `1px solid ${colour('line')}`,
  '& h2': { display: 'flex', gap: 12, alignItems: 'center', fontSize: 24, lineHeight: '30px', fontWeight: 700, overflowWrap: 'anywhere' },
  '& p': { display: 'flex', flexWrap: 'wrap', gap: '4px 16px', marginTop: 6, color: colour('text2') },
  [DESKTOP]: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 24, padding: '20px 24px' },
})

const Columns = styled('div')({
  display: 'grid',
  gap: 16,
  padding: 16,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > div': { display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' },
  '& h3': { fontSize: 16, lineHeight: '24px', fontWeight: 600, marginBottom: 8 },
  [DESKTOP]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 24, padding: 24 },
})

const Padded = styled(Card)({ padding: '6px 16px', '& dd': { whiteSpace: 'pre-wrap' } })

export function PointView() {
  const { id = '' } = useParams()
  const point = usePoint(id)
  if (point === undefined) return null
  if (point === null)
    return (
      <Page>
        <Notice>{REFUSALS['not-found']}</Notice>
      </Page>
    )
  return <Shown point={point} />
}

function Shown({ point }: { point: SeenPoint }) {
  useNamedScreen(nameOfPoint(point))
  const waits = isWaiting(point)
  // Both are shown while they differ: riders are still sent to the first.
  const { confirmed } = point
  const isMoved = waits && confirmed && !point.isGone
  return (
    <>
      <Head>
        <div>
          <h2>
            <MarkerSymbol name={symbolOfPoint(point)} />
            {nameOfPoint(point)}
          </h2>
          <p>
            <span>{point.category}</span>
            <b>{statusOfPoint(point)}</b>
            <SyncStateLine state={point.state} long />
          </p>
        </div>
        <Bar point={point} />
      </Head>
      <Columns>
        <div>
          {point.attention.map((refused) => (
            <NeedsAttention key={refused.waiting.command.id} refused={refused} />
          ))}
          {waits && <PointConfirm point={point} />}
          <PointFacts point={point} />
        </div>
        <div>
          {isMoved && (
            <section aria-label="Where riders find it now">
              <h3>Where riders find it now</h3>
              <PositionCard place={{ ...confirmed.place, accuracyM: null }} symbol={symbolOfPoint(point)} />
            </section>
          )}
          <section aria-label={isMoved ? 'Waiting for a second manager' : 'Position'}>
            {isMoved && <h3>Waiting for a second manager</h3>}
            <PositionCard place={point.place} symbol={symbolOfPoint(point)} />
          </section>
        </div>
      </Columns>
    </>
  )
}

const byAndWhen = (at: string, name: string | null) => (
  <>
    <Age at={at} />, {name}
  </>
)

function PointFacts({ point }: { point: Point }) {
  const facts: [string, ReactNode][] = [
    ...(isPost(point) ? [] : [[labelOf(pointKind, 'description'), point.description] satisfies [string, ReactNode]]),
    [labelOf(pointKind, 'notes'), point.notes || 'No notes'],
    [labelOf(pointKind, 'replaces'), point.replaces ? `${point.replaces.code || point.replaces.id} of the network’s data` : 'New'],
    ...(point.confirmedAt ? [['Confirmed', <Age key="at" at={point.confirmedAt} />] satisfies [string, ReactNode]] : []),
    ['Created', byAndWhen(point.createdAt, point.createdByName)],
    ['Updated', byAndWhen(point.updatedAt, point.updatedByName)],
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

function Bar({ point }: { point: SeenPoint }) {
  const device = useDevice()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const remove = async () => {
    close()
    await editPoint(device, point.id, { isGone: true }, { message: isPost(point) ? 'Waiting for a second manager' : 'Taken off the map' })
  }
  return (
    <FootBar of="record">
      {point.isGone ? (
        <Button className="grows" variant="outlined" onClick={() => editPoint(device, point.id, { isGone: false })}>
          Put it back
        </Button>
      ) : (
        <Button variant="outlined" sx={{ color: colour('errorText') }} onClick={() => setIsAsking(true)}>
          <Icon path={iconDelete} />
          Remove
        </Button>
      )}
      <Button className="grows" variant="contained" component={Link} to={`/geopoints/edit/${point.id}`}>
        <Icon path={iconEdit} />
        Edit
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Take ${nameOfPoint(point)} off the map?`}
          confirm={{ title: 'Remove', act: () => void remove(), deletes: true }}
          cancel={{ title: 'Cancel', act: close }}
          onClose={close}
        >
          {isPost(point) && point.confirmed ? 'Riders see it until a second manager agrees.' : 'You can put it back later.'}
        </ConfirmDialog>
      )}
    </FootBar>
  )
}
