import type { Person } from '@trailwarden/domain'
import { useRecords } from '#data/use-records.ts'

export function usePersonName(known?: (id: string) => string | null): (id: string) => string {
  const people = useRecords('people', { kind: 'person' })
  return (id) => {
    // This cast is safe because documents of this kind are people and come from our server.
    const person = people?.find((one) => one.id === id)?.data as Person | undefined
    return person?.displayName ?? known?.(id) ?? 'a former user'
  }
}
