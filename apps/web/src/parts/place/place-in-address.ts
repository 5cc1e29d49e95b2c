import { Position } from '@trailwarden/domain'

export function placeOf(at: string | null): Position | null {
  const [latitude, longitude, ...more] = (at ?? '').split(',').map((part) => part.trim())
  if (!latitude || !longitude || more.length > 0) return null
  const place = Position.safeParse({ latitude: Number(latitude), longitude: Number(longitude), accuracyM: null })
  return place.success ? place.data : null
}
