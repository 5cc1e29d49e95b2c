import { pointKind } from '@trailwarden/domain/point/point-kind'
import { useDevice } from '#data/device/device-session.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import { type HistoryWords, RecordChanges } from '#parts/record/record-history.tsx'
import { iconTaskAlt } from '#parts/record/record-icons.ts'
import { iconDelete, iconWarningFill } from '#ui/icons/screen-icons.ts'
import { iconMyLocation } from '#ui/icons/tool-icons.ts'
import { editPoint, type SeenPoint } from './points.ts'

const ICONS: Record<string, string> = { place: iconMyLocation, isGone: iconDelete, confirmed: iconTaskAlt, sentBack: iconWarningFill }

const WORDS: HistoryWords = {
  address: (id) => `/api/points/${id}/history`,
  first: 'description',
  changeText(field, { before, after }, text) {
    if (field === 'isGone') return after ? 'removed it from the map' : 'restored it to the map'
    if (field === 'sentBack') return after ? `sent it back: ${text(field, after)}` : 'submitted it again'
    if (field === 'confirmed' && after) return <>confirmed it: {text(field, after)}</>
    if (field === 'place')
      return (
        <>
          moved it from {text(field, before)} to <b>{text(field, after)}</b>
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
    // This cast is safe because a confirmed entry has a location, written by our server.
    const { latitude, longitude } = value.place as { latitude: number; longitude: number }
    const name = 'description' in value ? value.description : value.code
    const where = `${name}, ${formatCoordinates(latitude, longitude)}`
    return 'isGone' in value && value.isGone ? `${where}, removed` : where
  },
}

export function PointHistory({ point }: { point: SeenPoint }) {
  const device = useDevice()
  return <RecordChanges kind={pointKind} record={point} words={WORDS} restore={(patch) => editPoint(device, point.id, patch)} />
}
