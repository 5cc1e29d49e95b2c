import { labelOf } from '@trailwarden/domain'
import { needsConfirmation, type Point, pointKind } from '@trailwarden/domain/point/point-kind'
import { isWaiting } from '@trailwarden/domain/point/point-rules'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { PhotoTiles } from '#parts/photo/photo-tiles.tsx'
import { PositionCard } from '#parts/place/position-card.tsx'
import { type Fact, RecordFacts, stampsOf } from '#parts/record/record-facts.tsx'
import { RecordColumns, RecordHead } from '#parts/record/record-frame.tsx'
import { RecordMissing } from '#parts/record/record-missing.tsx'
import { Age } from '#parts/status/age.tsx'
import { useApprovalBlock } from '#parts/status/approval-blocks.ts'
import { NeedsAttention } from '#parts/sync/needs-attention.tsx'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { Button } from '#ui/button.tsx'
import { AskFirst } from '#ui/dialog/ask-first.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconDelete, iconEdit } from '#ui/icons/screen-icons.ts'
import { useNamedScreen } from '#ui/screen-name.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, rem } from '#ui/theme/theme.ts'
import { ConfirmNotes, PointConfirm } from './point-confirm.tsx'
import { PointHistory } from './point-history.tsx'
import { editPoint, isPost, nameOfPoint, type SeenPoint, statusOfPoint, symbolOfPoint, usePoint } from './points.ts'

/** A phone has one column: the location, the values to check, and the previous values. A desktop has two. */
const Columns = styled(RecordColumns)({
  '--mini-map-height': '200px',
  '& h3': { fontSize: rem(16), lineHeight: rem(24), fontWeight: 600, marginBottom: -8 },
  '& > .above:empty': { display: 'none' },
  [DESKTOP]: {
    '--mini-map-height': '280px',
    gridTemplateRows: 'auto auto 1fr',
    '& > .above': { gridColumn: '1 / -1' },
    '& > .rest': { gridColumn: 2, gridRow: '2 / span 2' },
    '& > .above:empty ~ .rest': { gridRow: '1 / span 2' },
  },
})

export function PointView() {
  const { id = '' } = useParams()
  const point = usePoint(id)
  if (point === undefined) return null
  if (point === null) return <RecordMissing />
  return <Shown point={point} />
}

function Shown({ point }: { point: SeenPoint }) {
  const waits = isWaiting(point)
  const me = useSignedIn()
  const block = useApprovalBlock(waits ? point.enteredBy : [])
  useNamedScreen(waits && !point.enteredBy.includes(me.id) ? `Confirm a ${isPost(point) ? 'post' : 'landing zone'}` : nameOfPoint(point))
  // Riders are still directed to the confirmed location until the new one is approved, so the screen shows both locations.
  const { confirmed } = point
  const isMoved = waits && confirmed && !point.isGone
  const now = useMemo(() => confirmed && { ...confirmed.place, accuracyM: null }, [confirmed])
  return (
    <>
      <RecordHead>
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
      </RecordHead>
      <Columns>
        <div className="above">
          {point.attention.map((refused) => (
            <NeedsAttention key={refused.waiting.command.id} refused={refused} />
          ))}
          {waits && <ConfirmNotes point={point} block={block} />}
        </div>
        <div>
          <PositionCard
            place={point.place}
            symbol={symbolOfPoint(point)}
            until={isMoved ? now : null}
            {...(isMoved && { name: 'Waiting for a second manager' })}
          />
        </div>
        <div className="rest">
          {waits && <PointConfirm point={point} block={block} />}
          <PhotoTiles photos={point.photos} title={nameOfPoint(point)} />
          <PointFacts point={point} />
          <PointHistory point={point} />
        </div>
        {isMoved && (
          <div>
            <h3>Current location shown to riders</h3>
            <PositionCard place={now} symbol={symbolOfPoint(point)} name="Current location shown to riders" />
          </div>
        )}
      </Columns>
    </>
  )
}

function PointFacts({ point }: { point: Point }) {
  const facts: Fact[] = [
    ...(isPost(point) ? [] : [[labelOf(pointKind, 'description'), point.description] satisfies Fact]),
    [labelOf(pointKind, 'notes'), point.notes || 'No notes'],
    [labelOf(pointKind, 'replaces'), point.replaces ? `${point.replaces.code || point.replaces.id} in the network’s data` : 'New'],
    ...(point.confirmedAt ? [['Confirmed', <Age key="at" at={point.confirmedAt} />] satisfies Fact] : []),
    ...stampsOf(point),
  ]
  return <RecordFacts facts={facts} />
}

function Bar({ point }: { point: SeenPoint }) {
  const device = useDevice()
  const remove = () =>
    editPoint(
      device,
      point.id,
      { isGone: true },
      { message: needsConfirmation(point.category) ? 'Waiting for a second manager' : 'Removed from the map' },
    )
  return (
    <FootBar of="record">
      {point.isGone ? (
        <Button className="grows" variant="outlined" onClick={() => editPoint(device, point.id, { isGone: false })}>
          Restore
        </Button>
      ) : (
        <AskFirst
          question={`Remove ${nameOfPoint(point)} from the map?`}
          answer="Remove"
          act={() => void remove()}
          button={(ask) => (
            <Button variant="outlined" sx={{ color: colour('errorText') }} onClick={ask}>
              <Icon path={iconDelete} />
              Remove
            </Button>
          )}
        >
          {needsConfirmation(point.category) && point.confirmed
            ? 'Riders will still see it until a second manager confirms the removal.'
            : 'You can restore it later.'}
        </AskFirst>
      )}
      <Button className="grows" variant="contained" component={Link} to={`/geopoints/edit/${point.id}`}>
        <Icon path={iconEdit} />
        Edit
      </Button>
    </FootBar>
  )
}
