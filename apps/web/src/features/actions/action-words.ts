/** The fields of an action and their values in the words that people read: in the timeline, in questions and in notices. */
import { type Action, Place } from '@trailwarden/domain'

export const FIELD_TITLES: Record<string, string> = {
  description: 'Description',
  area: 'Area',
  trail: 'Trail',
  detail: 'Detail',
  place: 'Location',
  photoId: 'Photo',
  rating: 'Rating',
  status: 'Status',
  assignedTo: 'Assigned To',
}

const EMPTY: Record<string, string> = {
  trail: 'Not on a trail',
  place: 'No location',
  photoId: 'No images',
  assignedTo: 'Not assigned',
  detail: 'No detail',
}

/** `nameOf` gives the name of the person an assignment speaks of. */
export function valueInWords(field: string, value: unknown, nameOf: (id: string) => string): string {
  if (value === null || value === undefined || value === '') return EMPTY[field] ?? 'None'
  if (field === 'photoId') return 'A photo'
  if (field === 'assignedTo') return nameOf(String(value))
  if (field !== 'place') return String(value)
  const place = Place.safeParse(value)
  return place.success ? `${place.data.latitude.toFixed(5)}, ${place.data.longitude.toFixed(5)}` : 'Unknown'
}

/** Names of people for managers, who hold the list; of the assignee for everybody who sees the action. */
export const assigneeNames =
  (people: readonly { id: string; displayName: string }[], { assignedTo, assignedName }: Pick<Action, 'assignedTo' | 'assignedName'>) =>
  (id: string) =>
    people.find((person) => person.id === id)?.displayName ?? (id === assignedTo ? assignedName : null) ?? 'someone no longer here'
