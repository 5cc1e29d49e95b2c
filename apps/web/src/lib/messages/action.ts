/** Values of records in the words that people read: in the history, in questions, and on the clipboard. */
import { type Action, Position, type RecordKind } from '@trailwarden/domain'

/** `nameOf` gives the name of the person an assignment speaks of, where the phone knows it. */
export function valueText(kind: RecordKind, field: string, value: unknown, nameOf: (id: string) => string = () => 'somebody'): string {
  const { empty = 'None', refersTo } = kind.fields[field] ?? {}
  if (value === null || value === undefined || value === '') return empty
  if (refersTo === 'photo') return 'A photo'
  if (refersTo === 'person') return nameOf(String(value))
  if (typeof value !== 'object') return String(value)
  if ('text' in value) return String(value.text)
  const place = Position.safeParse(value)
  return place.success ? `${place.data.latitude.toFixed(5)}, ${place.data.longitude.toFixed(5)}` : JSON.stringify(value)
}

/** Where an action is, in one line. */
export const placeName = ({ trail, area }: Pick<Action, 'trail' | 'area'>) => (trail && trail !== area ? `${trail}, ${area}` : area)
