/** The log itself contains only ids and plain facts, so the texts are built here. */
import type { AuditEntry, ExportNote } from '@trailwarden/api'
import { auditEventTitle } from '@trailwarden/domain'
import type { CsvCell } from '#lib/csv.ts'
import { formatDateTimeLong } from '#lib/table-dates.ts'

export const isRefusal = ({ event }: AuditEntry): boolean => event.endsWith('refused')

export function formatActor({ actor, event, details }: AuditEntry): string {
  if (actor) return actor.name
  if (event === 'sign-in-refused') return 'Unknown'
  if (event.startsWith('brief-link-')) return 'Someone with the link'
  if (event === 'key-used') return 'A program'
  if (details.by === 'subscription') return 'Subscription'
  return details.by === 'command' ? 'Command on the server' : 'System'
}

const LISTS: Record<ExportNote['collection'], string> = {
  actions: 'Actions',
  users: 'Users',
  updates: 'Updates',
  'audit-log': 'Audit log',
}

export function formatSubject({ actor, subject, event, details }: AuditEntry): string {
  if (event.startsWith('proposal-')) return 'Trail status'
  if (event.startsWith('point-')) return details.code === undefined ? 'Landing zone' : `Post ${details.code}`
  if (subject) return subject.id === actor?.id ? 'Own account' : subject.name
  if (event === 'sign-in-refused') return 'No matching account'
  if (event === 'exported') return LISTS[details.collection as ExportNote['collection']] ?? String(details.collection)
  if (/^(key|webhook)-/.test(event)) return String(details.name ?? '')
  return details.code === undefined ? '' : `Post ${details.code}`
}

const startCase = (columns: string) => columns.charAt(0).toUpperCase() + columns.slice(1)
const counted = (count: unknown, noun: string) => `${Number(count).toLocaleString('en-AU')} ${noun}${count === 1 ? '' : 's'}`

const WHY_NO_SIGN_IN: Record<string, string> = {
  'short password': 'Password too short for the role',
  'recovery code': 'Recovery code wrong or already used',
}

/** The log may contain texts from earlier versions, which the server addressed to the person who made the request. */
const WHY_REFUSED: Record<string, string> = {
  'this person has a higher role than you': 'The other person has a higher role',
  'this person gave you access less than 30 days ago': 'The other person gave them access less than 30 days ago',
  'the person stands above your role': 'The other person has a higher role',
  'this person let you in less than 30 days ago': 'The other person gave them access less than 30 days ago',
  'your role does not allow this': 'Their role doesn’t let them do this',
}

export function detailsOf({ actor, subject, event, details }: AuditEntry, roleTitles: readonly string[]): string {
  const role = (level: unknown) => roleTitles[Number(level)] ?? `role ${level}`
  switch (event) {
    case 'signed-in':
      return details.by === 'passkey' ? 'With a passkey' : ''
    case 'sign-in-refused':
      if (details.by === 'passkey') return 'With a passkey'
      return WHY_NO_SIGN_IN[String(details.reason)] ?? (subject ? 'Wrong password, or the account is disabled' : '')
    case 'role-changed':
    case 'user-created':
      if (details.to === undefined) return ''
      return details.from === undefined ? role(details.to) : `${role(details.to)}, was ${role(details.from)}`
    case 'account-taken-back':
    case 'password-set':
      return details.passkeys ? `Removed ${counted(details.passkeys, 'passkey')}` : ''
    case 'second-factor-reset':
      return 'Passkeys, recovery codes and sessions'
    case 'account-deleted':
      return actor ? `Was ${role(details.role)}` : `Was ${role(details.role)}, inactive for a long time`
    case 'proposal-confirmed':
    case 'proposal-declined':
      return subject ? `Proposed by ${subject.name}` : ''
    case 'point-confirmed':
    case 'point-sent-back':
      return subject ? `Entered by ${subject.name}` : ''
    case 'exported':
      return counted(details.rows, 'row')
    case 'brief-link-made':
      return `For ${counted(details.hours, 'hour')}`
    case 'refused':
      if (details.route !== undefined) return `Not allowed: ${details.route}`
      return WHY_REFUSED[String(details.reason)] ?? startCase(String(details.reason ?? ''))
    default:
      return ''
  }
}

export const CSV_HEAD = ['Entry', 'When', 'When (UTC)', 'Who', 'What', 'About', 'Details', 'Who ID', 'About ID']

export function csvLine(entry: AuditEntry, roleTitles: readonly string[], timeZone: string): CsvCell[] {
  const { id, at, event, actor, subject } = entry
  const when = formatDateTimeLong(new Date(at), timeZone)
  const columns = [formatActor(entry), auditEventTitle(event), formatSubject(entry), detailsOf(entry, roleTitles)]
  return [id, when, at, ...columns, actor?.id ?? null, subject?.id ?? null]
}
