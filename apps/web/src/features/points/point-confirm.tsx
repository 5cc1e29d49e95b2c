import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { findByCode } from '@trailwarden/domain'
import { entryOf, REASON_MAX_LENGTH } from '@trailwarden/domain/point/point-kind'
import { isOffTrail, OWN_ENTRY } from '@trailwarden/domain/point/point-rules'
import { useId, useState } from 'react'
import { useDevice } from '#data/device-session.ts'
import { useViews } from '#data/use-records.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { useSiteData } from '#parts/site-data.ts'
import { Card, Muted } from '#ui/card.tsx'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconWarningFill } from '#ui/screen-icons.ts'
import { colour } from '#ui/theme.ts'
import { confirmPoint, type SeenPoint, sendBackPoint } from './points.ts'

const Warning = styled('section')({
  display: 'flex',
  gap: 12,
  padding: 14,
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  '& b': { display: 'block' },
})

const Lines = styled(Card)({
  display: 'grid',
  gap: 4,
  padding: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& .line': { display: 'flex', gap: 8, alignItems: 'center', minHeight: 56, borderBottom: `1px solid ${colour('line')}` },
  '& .line input': { flex: 'none', width: 24, height: 24, margin: 12, accentColor: colour('primary') },
  '& .line label': { flex: 1, minWidth: 0, padding: '6px 0', overflowWrap: 'anywhere' },
  '& .line b, & .line small': { display: 'block' },
  '& .line small': { fontSize: 14, color: colour('text2') },
  '& .acts': { display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 12 },
  '& .acts > *': { flex: '1 1 140px', minHeight: 56 },
})

type Done = { entry: string; ticked: readonly string[]; code: string }
type Line = { name: string; title: string; detail: string }

/** What a second manager compares, line by line, before rescuers are sent there. */
function useLines(point: SeenPoint): Line[] {
  const data = useSiteData()
  const { latitude = 0, longitude = 0 } = point.place ?? {}
  if (point.isGone)
    return [{ name: 'gone', title: `${point.code} is no longer there`, detail: 'Riders and rescuers will not find it any more' }]
  const words = data?.index.describe({ position: [longitude, latitude], accuracyM: null })
  const off = data && isOffTrail(data.index.nearestTrail([longitude, latitude]))
  return [
    { name: 'code', title: `Code: ${point.code}`, detail: point.confirmed ? `${point.confirmed.code} until now` : 'New' },
    { name: 'place', title: `Position: ${formatCoordinates(latitude, longitude)}`, detail: 'Compare it with the map' },
    { name: 'trail', title: words ?? 'Not on the network', detail: off ? 'More than 30 m from every trail' : 'On the trail' },
  ]
}

/** What is at stake, who entered it, and why it was sent back. */
export function ConfirmNotes({ point }: { point: SeenPoint }) {
  const me = useSignedIn()
  const people = useViews('person', [...point.enteredBy, ...(point.sentBack ? [point.sentBack.by] : [])])
  const nameOf = (id: string) => String(people?.get(id)?.data.displayName ?? 'Another manager')
  const names = point.enteredBy.map(nameOf).join(' and ')
  return (
    <>
      <Warning role="note">
        <Icon path={iconWarningFill} />
        <div>
          <b>{point.isGone ? 'Rescuers will no longer find this post' : 'Rescuers will be sent to this place'}</b>
          {point.enteredBy.includes(me.id)
            ? OWN_ENTRY
            : `Compare each line with the map. You are the second pair of eyes: ${names} entered it.`}
        </div>
      </Warning>
      {point.sentBack && (
        <Warning role="note">
          <Icon path={iconWarningFill} />
          <div>
            <b>Sent back by {nameOf(point.sentBack.by)}</b>
            {point.sentBack.reason}
          </div>
        </Warning>
      )}
    </>
  )
}

/** An emergency post that waits for a second manager: each line ticked, the code typed, or sent back with a reason. */
export function PointConfirm({ point }: { point: SeenPoint }) {
  const id = useId()
  const device = useDevice()
  const me = useSignedIn()
  const lines = useLines(point)
  // What was ticked belongs to what stood there: of another entry it counts for nothing.
  const entry = JSON.stringify(entryOf(point))
  const [done, setDone] = useState<Done>({ entry, ticked: [], code: '' })
  const { ticked, code }: Omit<Done, 'entry'> = done.entry === entry ? done : { ticked: [], code: '' }
  const [reason, setReason] = useState<string | null>(null)
  const isOwn = point.enteredBy.includes(me.id)
  const isRead = findByCode([point], code) !== null
  const isReady = lines.every(({ name }) => ticked.includes(name)) && isRead
  if (isOwn) return null
  return (
    <Lines aria-label="Confirm">
      {lines.map(({ name, title, detail }) => (
        <div key={name} className="line">
          <input
            type="checkbox"
            id={`${id}-${name}`}
            checked={ticked.includes(name)}
            onChange={({ target }) =>
              setDone({ entry, code, ticked: target.checked ? [...ticked, name] : ticked.filter((one) => one !== name) })
            }
          />
          <label htmlFor={`${id}-${name}`}>
            <b>{title}</b>
            <small>{detail}</small>
          </label>
        </div>
      ))}
      <TextField
        label="Type the code that stands on the post"
        help="This proves that somebody read it."
        autoComplete="off"
        value={code}
        error={code !== '' && code.length >= point.code.length && !isRead ? 'Another code was entered' : undefined}
        onChange={({ target }) => setDone({ entry, ticked, code: target.value })}
      />
      {reason !== null && (
        <TextAreaField
          label="What is not right?"
          rows={3}
          maxLength={REASON_MAX_LENGTH}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <div className="acts">
        {reason === null ? (
          <Button variant="outlined" onClick={() => setReason('')}>
            Send back
          </Button>
        ) : (
          <Button
            variant="outlined"
            disabled={reason.trim() === ''}
            onClick={async () => {
              if (await sendBackPoint(device, point, reason)) setReason(null)
            }}
          >
            Send back with this reason
          </Button>
        )}
        <Button variant="contained" disabled={!isReady} onClick={() => confirmPoint(device, point)}>
          Confirm {point.code}
        </Button>
      </div>
      {!isReady && <Muted>Tick each line and type the code.</Muted>}
    </Lines>
  )
}
