import type { Waiting } from '@trailwarden/sync'
import type { AtHand } from '#data/use-records.ts'

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

function nameOf(kinds: ReadonlySet<string>): string {
  const [kind, ...others] = kinds
  const names: Record<string, string> = { action: 'Action', 'trail-update': 'update', photo: 'photo' }
  return (others.length === 0 && kind && names[kind]) || 'change'
}

const recordsOf = (rows: readonly Waiting[]) => new Set(rows.map(({ command }) => `${command.kind} ${command.recordId}`))
const kindsOf = (rows: readonly Waiting[], photos: number) =>
  new Set([...rows.map(({ command }) => command.kind as string), ...(photos > 0 ? ['photo'] : [])])

/** An Action and its photo count as one, and so do two changes to the same Action. */
export function waitingText({ waiting, photos }: AtHand): string {
  const ready = photos.filter(({ state }) => state === 'ready').length
  const records = recordsOf(waiting).size
  if (records === 0) return `${count(ready, 'photo')} waiting to be sent`
  return `${count(records, nameOf(kindsOf(waiting, 0)))} waiting to be sent`
}

/** Returns, for example, "1 Action needs you". */
export function refusedText({ attention, photos }: AtHand): string {
  const rows = attention.map(({ waiting }) => waiting)
  const refusedPhotos = photos.filter(({ state }) => state === 'refused').length
  const name = nameOf(kindsOf(rows, refusedPhotos))
  return `${count(recordsOf(rows).size + refusedPhotos, `${name} needs`, `${name}s need`)} you`
}
