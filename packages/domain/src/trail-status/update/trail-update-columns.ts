/**
 * In the previous app's format, each network has one column for its status and one for its message (RULES.md, T9). The `importName` in
 * `site.json` names both columns.
 */
import * as z from 'zod/mini'
import { accept, type Decision, refuse } from '../../decision.ts'
import { TrailStatus } from '../public-status.ts'
import { MESSAGE_MAX_LENGTH, type NetworkStatus, publicWord, type TrailUpdate } from './trail-update.ts'

export type ImportedNetwork = { id: string; importName: string }

/** The import assigns a new ID, because IDs from the previous app aren't compatible. */
export type ImportedUpdate = Pick<TrailUpdate, 'networks' | 'createdAt' | 'createdByName'> & { oldId: string; oldAuthor: string }

export const oldColumnNames = (networks: readonly ImportedNetwork[]): string[] => [
  'id',
  'created_at',
  'created_by',
  'created_by_name',
  ...networks.flatMap(({ importName }) => [`${importName}_status`, `${importName}_message`]),
]

type Columned = Pick<TrailUpdate, 'id' | 'networks' | 'outcome'> & {
  createdAt: Date | string
  createdBy: string | null
  createdByName: string | null
}

export function toOldColumns(update: Columned, networks: readonly ImportedNetwork[]): Record<string, string> {
  const { id, createdAt, createdBy, createdByName } = update
  const posted = networks.flatMap(({ id: network, importName }) => [
    [`${importName}_status`, publicWord(update, network) ?? ''],
    [`${importName}_message`, update.networks[network]?.message ?? ''],
  ])
  const stamps = { id, created_at: new Date(createdAt).toISOString(), created_by: createdBy ?? '', created_by_name: createdByName ?? '' }
  return { ...stamps, ...Object.fromEntries(posted) }
}

const OldText = z._default(z.nullable(z.string()), '')
/** ISO text, milliseconds, or the seconds of a stored timestamp, which has two possible names. */
const OldTime = z.union([
  z.number(),
  z.string(),
  z.pipe(
    z.object({ seconds: z.number() }),
    z.transform(({ seconds }) => seconds * 1000),
  ),
  z.pipe(
    z.object({ _seconds: z.number() }),
    z.transform(({ _seconds }) => _seconds * 1000),
  ),
])
const OldUpdate = z.looseObject({
  id: z.string().check(z.minLength(1)),
  created_at: OldTime,
  created_by: OldText,
  created_by_name: OldText,
})

/** A network without values stays unknown. An invalid status is rejected rather than guessed. */
export function fromOldColumns(record: unknown, networks: readonly ImportedNetwork[]): Decision<ImportedUpdate> {
  const read = OldUpdate.safeParse(record)
  if (!read.success) return refuse('not-valid', z.prettifyError(read.error))
  const { id: oldId, created_by, created_by_name, created_at, ...columns } = read.data
  const createdAt = new Date(created_at)
  if (Number.isNaN(createdAt.getTime())) return refuse('not-valid', 'created_at is not a valid time')
  const posted: Record<string, NetworkStatus> = {}
  for (const { id, importName } of networks) {
    const [word, message] = [columns[`${importName}_status`] ?? '', columns[`${importName}_message`] ?? '']
    if (word === '' && message === '') continue
    const status = TrailStatus.safeParse(word)
    if (!status.success) return refuse('not-valid', `${importName}_status is ${JSON.stringify(word)}`)
    posted[id] = { status: status.data, message: String(message).trim().slice(0, MESSAGE_MAX_LENGTH) }
  }
  if (Object.keys(posted).length === 0) return refuse('not-valid', 'no network has a status')
  return accept({ oldId, oldAuthor: created_by ?? '', createdByName: created_by_name || 'Unknown', createdAt, networks: posted })
}
