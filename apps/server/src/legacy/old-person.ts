/** A user of the old app as a person of ours. Passwords do not come over: nobody ever held them. */
import { Email, MEMBER, type PersonRecord, PhoneNumber, Role } from '@trailwarden/domain'
import type { OldRecord } from './old-export.ts'
import { type Correction, isEmpty, readLine, readTime, type Translated } from './old-values.ts'

export type OldPerson = Omit<PersonRecord, 'id' | 'createdBy'> & { oldId: string; oldCreatedBy: string | null }

/** Of the table. Forms ask for less, but nobody's name is cut because a form would. */
const NAME_MAX_LENGTH = 40

export function translatePerson(record: OldRecord, now: Date): Translated<OldPerson> {
  const corrections: Correction[] = []
  const correct = (field: string, detail: string) => void corrections.push({ field, detail })
  const email = Email.safeParse(record.email)
  if (!email.success)
    return {
      record: null,
      reason: `email is ${isEmpty(record.email) ? 'missing' : `no address: ${JSON.stringify(record.email)}`}, so nobody could sign in; what they wrote stays under their name`,
    }
  let displayName = readLine(record.displayName, 'displayName', correct)
  if (displayName === '') {
    displayName = email.data.slice(0, email.data.indexOf('@')).slice(0, NAME_MAX_LENGTH)
    correct('displayName', `displayName is missing: ${displayName}, of the address, was taken`)
  }
  if (displayName.length > NAME_MAX_LENGTH) {
    displayName = displayName.slice(0, NAME_MAX_LENGTH).toWellFormed().trim()
    correct('displayName', `displayName is longer than ${NAME_MAX_LENGTH} characters and was cut`)
  }
  const phone = PhoneNumber.safeParse(isEmpty(record.phone) ? '' : String(record.phone))
  if (!phone.success) correct('phone', `phone is no number and was left out: ${JSON.stringify(record.phone)}`)
  const role = Role.safeParse(isEmpty(record.role) ? MEMBER : Number(record.role))
  if (!role.success) correct('role', `role is ${JSON.stringify(record.role)}, which is none of ours: role 1 was taken`)
  const createdAt = readTime(record.created_at, now)
  if (typeof createdAt === 'string') correct('created_at', `created_at ${createdAt}: the time of the import was taken`)
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
