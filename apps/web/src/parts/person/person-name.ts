import { useRecords } from '#data/use-records.ts'

export function usePersonName(known?: (id: string) => string | null): (id: string) => string {
  const people = useRecords('people', { kind: 'person' })
  return (id) => {
    const person = people?.find((one) => one.id === id)?.data
    return person?.displayName ?? known?.(id) ?? 'a former user'
  }
}
