import { pointKind } from '@trailwarden/domain/point/point-kind'
import { useDevice } from '#data/device-session.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import { type HistoryWords, RecordChanges } from '#parts/record-history.tsx'
import { iconTaskAlt } from '#parts/record-icons.ts'
import { iconDelete, iconWarningFill } from '#ui/screen-icons.ts'
import { iconMyLocation } from '#ui/tool-icons.ts'
import { editPoint, type SeenPoint } from './points.ts'

const ICONS: Record<string, string> = { place: iconMyLocation, isGone: iconDelete, confirmed: iconTaskAlt, sentBack: iconWarningFill }

const WORDS: HistoryWords = {
  address: (id) => `/api/points/${id}/history`,
  first: 'description',
  changeText(field, { before, after }, text) {
    if (field === 'isGone') return after ? 'took it off the map' : 'put it back on the map'
    if (field === 'sentBack') return after ? `sent it back: ${text(field, after)}` : 'answered what was sent back'
    if (field === 'confirmed' && after) return <>confirmed it: {text(field, after)}</>
    if (field === 'place')
      return (
        <>
          moved it to <b>{text(field, after)}</b>, was {text(field, before)}
        </>
      )
    return null
  },
  iconOf: (field) => ICONS[field],
  valueText(field, value) {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    if (typeof value !== 'object' || value === null) return null
    if ('reason' in value) return String(value.reason)
    if (field !== 'confirmed' || !('place' in value) || !('code' in value)) return null
    // Safe: what is confirmed has a place, written by our server.
    const { latitude, longitude } = value.place as { latitude: number; longitude: number }
    const where = `${value.code}, ${formatCoordinates(latitude, longitude)}`
    return 'isGone' in value && value.isGone ? `${where}, removed` : where
  },
}

/** What was done to a point and by whom. What is brought back of a post waits for a second manager, like every other entry. */
export function PointHistory({ point }: { point: SeenPoint }) {
  const device = useDevice()
  return <RecordChanges kind={pointKind} record={point} words={WORDS} restore={(patch) => editPoint(device, point.id, patch)} />
}
