import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { labelOf } from '@trailwarden/domain'
import { type Point, pointKind } from '@trailwarden/domain/point/point-kind'
import { isWaiting } from '@trailwarden/domain/point/point-rules'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { Age } from '#parts/age.tsx'
import { MarkerSymbol } from '#parts/marker-symbol.tsx'
import { NeedsAttention } from '#parts/needs-attention.tsx'
import { PhotoTiles } from '#parts/photo-tiles.tsx'
import { PositionCard } from '#parts/position-card.tsx'
import { type Fact, RecordFacts, stampsOf } from '#parts/record-facts.tsx'
import { RecordColumns, RecordHead } from '#parts/record-frame.tsx'
import { RecordMissing } from '#parts/record-missing.tsx'
import { useSignedIn } from '#parts/signed-in.ts'
import { SyncStateLine } from '#parts/sync-state.tsx'
import { AskFirst } from '#ui/ask-first.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconDelete, iconEdit } from '#ui/screen-icons.ts'
import { useNamedScreen } from '#ui/screen-name.ts'
import { colour, DESKTOP } from '#ui/theme.ts'
import { ConfirmNotes, PointConfirm } from './point-confirm.tsx'
import { PointHistory } from './point-history.tsx'
import { editPoint, isPost, nameOfPoint, type SeenPoint, statusOfPoint, symbolOfPoint, usePoint } from './points.ts'

/** On a phone where it is, what is to be compared with that, and what was before; beside each other on a desktop. */
const Columns = styled(RecordColumns)({
  '--mini-map-height': '200px',
  '& h3': { fontSize: 16, lineHeight: '24px', fontWeight: 600, marginBottom: -8 },
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
  useNamedScreen(waits && !point.enteredBy.includes(me.id) ? 'Confirm a post' : nameOfPoint(point))
  // Both are shown while they differ: riders are still sent to the first.
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
          {waits && <ConfirmNotes point={point} />}
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
          {waits && <PointConfirm point={point} />}
          <PhotoTiles photos={point.photos} title={nameOfPoint(point)} />
          <PointFacts point={point} />
          <PointHistory point={point} />
        </div>
        {isMoved && (
          <div>
            <h3>Where riders find it now</h3>
            <PositionCard place={now} symbol={symbolOfPoint(point)} name="Where riders find it now" />
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
    [labelOf(pointKind, 'replaces'), point.replaces ? `${point.replaces.code || point.replaces.id} of the network’s data` : 'New'],
    ...(point.confirmedAt ? [['Confirmed', <Age key="at" at={point.confirmedAt} />] satisfies Fact] : []),
    ...stampsOf(point),
  ]
  return <RecordFacts facts={facts} />
}

function Bar({ point }: { point: SeenPoint }) {
  const device = useDevice()
  const remove = () =>
    editPoint(device, point.id, { isGone: true }, { message: isPost(point) ? 'Waiting for a second manager' : 'Taken off the map' })
  return (
    <FootBar of="record">
      {point.isGone ? (
        <Button className="grows" variant="outlined" onClick={() => editPoint(device, point.id, { isGone: false })}>
          Put it back
        </Button>
      ) : (
        <AskFirst
          question={`Take ${nameOfPoint(point)} off the map?`}
          answer="Remove"
          act={() => void remove()}
          button={(ask) => (
            <Button variant="outlined" sx={{ color: colour('errorText') }} onClick={ask}>
              <Icon path={iconDelete} />
              Remove
            </Button>
          )}
        >
          {isPost(point) && point.confirmed ? 'Riders see it until a second manager agrees.' : 'You can put it back later.'}
        </AskFirst>
      )}
      <Button className="grows" variant="contained" component={Link} to={`/geopoints/edit/${point.id}`}>
        <Icon path={iconEdit} />
        Edit
      </Button>
    </FootBar>
  )
}
