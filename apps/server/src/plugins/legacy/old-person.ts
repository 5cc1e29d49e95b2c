/** An export doesn't contain passwords, so users must choose new ones. */
import { Email, MEMBER, type PersonRecord, PhoneNumber, Role } from '@trailwarden/domain'
import type { OldRecord } from './old-export.ts'
import { type Correction, isEmpty, readLine, readTime, type Translated } from './old-values.ts'

export type OldPerson = Omit<PersonRecord, 'id' | 'createdBy'> & { oldId: string; oldCreatedBy: string | null }

/** The maximum length in the database. Forms allow less, but the import shouldn't truncate names that fit the column. */
const NAME_MAX_LENGTH = 40

export function translatePerson(record: OldRecord, now: Date): Translated<OldPerson> {
  const corrections: Correction[] = []
  const correct = (field: string, detail: string) => void corrections.push({ field, detail })
  const email = Email.safeParse(record.email)
  if (!email.success)
    return {
      record: null,
      reason: `email is ${isEmpty(record.email) ? 'missing' : `not an address: ${JSON.stringify(record.email)}`}, so no account was created, but their records keep their name`,
    }
  let displayName = readLine(record.displayName, 'displayName', correct)
  if (displayName === '') {
    displayName = email.data.slice(0, email.data.indexOf('@')).slice(0, NAME_MAX_LENGTH)
    correct('displayName', `displayName is missing; ${displayName} from the email address was used`)
  }
  if (displayName.length > NAME_MAX_LENGTH) {
    displayName = displayName.slice(0, NAME_MAX_LENGTH).toWellFormed().trim()
    correct('displayName', `displayName is longer than ${NAME_MAX_LENGTH} characters and was shortened`)
  }
  const phone = PhoneNumber.safeParse(isEmpty(record.phone) ? '' : String(record.phone))
  if (!phone.success) correct('phone', `phone is not a number and was left out: ${JSON.stringify(record.phone)}`)
  const role = Role.safeParse(isEmpty(record.role) ? MEMBER : Number(record.role))
  if (!role.success) correct('role', `role is ${JSON.stringify(record.role)}, which is unknown; role 1 was used`)
  const createdAt = readTime(record.created_at, now)
  if (typeof createdAt === 'string') correct('created_at', `created_at ${createdAt}; the time of the import was used`)
  return {
    record: {
      oldId: record.id,
      displayName,
      email: email.data,
      phone: phone.data ?? '',
      role: role.data ?? MEMBER,
      disabled: record.disabled === true,
      createdAt: typeof createdAt === 'string' ? now : createdAt,
      oldCreatedBy: typeof record.created_by === 'string' && record.created_by !== '' ? record.created_by : null,
    },
    corrections,
  }
}
