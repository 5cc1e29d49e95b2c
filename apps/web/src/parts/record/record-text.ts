import { labelOf, Position, type RecordKind } from '@trailwarden/domain'
import type { Attention } from '@trailwarden/sync'
import { deviceKind } from '#data/device/kinds.ts'

export function valueText(kind: RecordKind, field: string, value: unknown, nameOf: (id: string) => string = () => 'somebody'): string {
  const { empty = 'None', refersTo } = kind.fields[field] ?? {}
  if (value === null || value === undefined || value === '') return empty
  if (refersTo === 'photo') return 'A photo'
  if (refersTo === 'action') return 'another action'
  if (refersTo === 'person') return nameOf(String(value))
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'object' ? one?.note || 'A photo' : 'A photo')).join(', ') || empty
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'object') return String(value)
  if ('text' in value) return String(value.text)
  const position = Position.safeParse(value)
  return position.success ? `${position.data.latitude.toFixed(5)}, ${position.data.longitude.toFixed(5)}` : JSON.stringify(value)
}

export function refusedText({ waiting, held }: Attention): string {
  const { kind } = deviceKind(waiting.command.kind)
  return [waiting, ...held]
    .flatMap(({ command }) => Object.entries(command.patch))
    .filter(([field, value]) => kind.fields[field]?.refersTo !== 'photo' && field !== 'deleted' && value !== null && value !== '')
    .map(([field, value]) => `${labelOf(kind, field)}: ${valueText(kind, field, value)}`)
    .join('\n')
}
