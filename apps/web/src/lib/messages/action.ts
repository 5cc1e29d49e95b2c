/** The fields of an action and their values in the words that people read: in the history, in questions, and on the clipboard. */
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
  addNote: 'Note',
  deleted: 'Deleted',
}

const EMPTY: Record<string, string> = {
  trail: 'Not on a trail',
  place: 'No location',
  photoId: 'No images',
  assignedTo: 'Not assigned',
  detail: 'No detail',
}

/** `nameOf` gives the name of the person an assignment speaks of, where the phone knows it. */
export function valueInWords(field: string, value: unknown, nameOf: (id: string) => string = () => 'somebody'): string {
  if (value === null || value === undefined || value === '') return EMPTY[field] ?? 'None'
  if (field === 'photoId') return 'A photo'
  if (field === 'assignedTo') return nameOf(String(value))
  if (typeof value === 'object' && 'text' in value) return String(value.text)
  if (field !== 'place') return typeof value === 'object' ? JSON.stringify(value) : String(value)
  const place = Place.safeParse(value)
  return place.success ? `${place.data.latitude.toFixed(5)}, ${place.data.longitude.toFixed(5)}` : 'Unknown'
}

/** Where an action is, in one line. */
export const placeName = ({ trail, area }: Pick<Action, 'trail' | 'area'>) => (trail && trail !== area ? `${trail}, ${area}` : area)
