import { findByCode } from '@trailwarden/domain'
import { entryOf, REASON_MAX_LENGTH } from '@trailwarden/domain/point/point-kind'
import { isOffTrail, OWN_ENTRY } from '@trailwarden/domain/point/point-rules'
import { useId, useState } from 'react'
import { useDevice } from '#data/device/device-session.ts'
import { useViews } from '#data/use-records.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Button } from '#ui/button.tsx'
import { Card, Muted } from '#ui/card.tsx'
import { TextAreaField, TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { confirmPoint, isPost, nameOfPoint, type SeenPoint, sendBackPoint } from './points.ts'

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
  '& .line small': { fontSize: rem(14), color: colour('text2') },
  '& .acts': { display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 12 },
  '& .acts > *': { flex: '1 1 140px', minHeight: 56 },
})

type Done = { entry: string; ticked: readonly string[]; code: string }
type Line = { name: string; title: string; detail: string }

/** Rescuers are sent to this location, so a second manager checks these facts first. */
function useLines(point: SeenPoint): Line[] {
  const data = useSiteData()
  const { latitude = 0, longitude = 0 } = point.place ?? {}
  if (point.isGone)
    return [{ name: 'gone', title: `${nameOfPoint(point)} is no longer there`, detail: 'Riders and rescuers will no longer see it' }]
  const words = data?.index.describe({ position: [longitude, latitude], accuracyM: null })
  const off = data && isOffTrail(data.index.nearestTrail([longitude, latitude]))
  const until = (value: string | undefined) => (point.confirmed ? `Currently: ${value || 'none'}` : 'New')
  const read: Line[] = isPost(point)
    ? [{ name: 'code', title: `Code: ${point.code}`, detail: until(point.confirmed?.code) }]
    : [
        { name: 'description', title: `Description: ${point.description}`, detail: until(point.confirmed?.description) },
        { name: 'notes', title: `Notes: ${point.notes || 'No notes'}`, detail: until(point.confirmed?.notes) },
      ]
  return [
    ...read,
    { name: 'place', title: `Location: ${formatCoordinates(latitude, longitude)}`, detail: 'Compare it with the map' },
    // Landing zones are beside trails, so only posts are compared with trails.
    ...(isPost(point)
      ? [
          data
            ? { name: 'trail', title: words ?? 'Not near any trail', detail: off ? 'More than 30 m from any trail' : 'On the trail' }
            : { name: 'trail', title: 'Trails', detail: 'Loading…' },
        ]
      : []),
  ]
}

type ConfirmProps = { point: SeenPoint; block: string | null }

export function ConfirmNotes({ point, block }: ConfirmProps) {
  const me = useSignedIn()
  const people = useViews('person', [...point.enteredBy, ...(point.sentBack ? [point.sentBack.by] : [])])
  const nameOf = (id: string) => people?.get(id)?.data.displayName ?? 'Another manager'
  const names = point.enteredBy.map(nameOf).join(' and ')
  const isOwn = point.enteredBy.includes(me.id)
  return (
    <>
      <Warning role="note">
        <Icon path={iconWarningFill} />
        <div>
          <b>
            {point.isGone
              ? `Rescuers will no longer see this ${isPost(point) ? 'post' : 'landing zone'}`
              : 'Rescuers will be sent to this location'}
          </b>
          {isOwn ? OWN_ENTRY : (block ?? `${names} entered this. As the second manager, check each line against the map.`)}
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

export function PointConfirm({ point, block }: ConfirmProps) {
  const id = useId()
  const device = useDevice()
  const me = useSignedIn()
  const lines = useLines(point)
  // Ticks apply only to the entry that was shown, so a changed entry must be checked again.
  const entry = JSON.stringify(entryOf(point))
  const [done, setDone] = useState<Done>({ entry, ticked: [], code: '' })
  const { ticked, code }: Omit<Done, 'entry'> = done.entry === entry ? done : { ticked: [], code: '' }
  const [reason, setReason] = useState<string | null>(null)
  const isOwn = point.enteredBy.includes(me.id)
  const isRead = !isPost(point) || findByCode([point], code) !== null
  const isReady = lines.every(({ name }) => ticked.includes(name)) && isRead
  if (isOwn) return null
  // Managers who can't approve the entry can still send it back, without ticking facts.
  const shown = block ? [] : lines
  return (
    <Lines aria-label="Confirm">
      {shown.map(({ name, title, detail }) => (
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
      {isPost(point) && !block && (
        <TextField
          label="Type the code shown on the post"
          help="This confirms that you’ve checked the code."
          autoComplete="off"
          value={code}
          error={code !== '' && code.length >= point.code.length && !isRead ? 'This doesn’t match the code that was entered' : undefined}
          onChange={({ target }) => setDone({ entry, ticked, code: target.value })}
        />
      )}
      {reason !== null && (
        <TextAreaField
          label="What’s wrong?"
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
        {!block && (
          <Button variant="contained" disabled={!isReady} onClick={() => confirmPoint(device, point)}>
            Confirm {nameOfPoint(point)}
          </Button>
        )}
      </div>
      {!isReady && !block && <Muted>{isPost(point) ? 'Tick each line and type the code.' : 'Tick each line.'}</Muted>}
    </Lines>
  )
}
