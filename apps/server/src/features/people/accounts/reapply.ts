import { sql } from 'kysely'
import * as z from 'zod'
import type { ForgetPerson, Reapply } from '#core/feature.ts'
import { findPerson, removePerson } from '../people-store.ts'
import { doubtAddress } from './doubtful-addresses.ts'

const Limited = z.object({ role: z.int(), disabled: z.boolean() })
const Ended = z.object({ until: z.string() })
const EndedSignOn = z.object({ identity: z.string() })
const EndedCode = z.object({ code: z.string() })

export const reapplyAccountChanges = (forget: readonly ForgetPerson[]): Readonly<Record<string, Reapply>> => ({
  async 'person-removed'(tx, { subject }) {
    const person = await findPerson(tx, subject)
    if (person) await removePerson(tx, person, null, forget, new Date())
  },
  'person-limited': (tx, { subject, details }) => {
    const { role, disabled } = Limited.parse(details)
    return tx
      .updateTable('people')
      .set({ role: sql<number>`least(role, ${role})`, disabled: sql<boolean>`disabled or ${disabled}` })
      .where('id', '=', subject)
      .where(sql<boolean>`(role > ${role} or (${disabled} and not disabled))`)
      .execute()
  },
  'password-ended': (tx, { subject, details }) =>
    tx
      .deleteFrom('passwords')
      .where('personId', '=', subject)
      .where('changedAt', '<=', sql<Date>`${Ended.parse(details).until}::timestamptz`)
      .execute(),
  'passkey-removed': (tx, { subject }) => tx.deleteFrom('passkeys').where('id', '=', subject).execute(),
  'sign-on-removed': (tx, { subject, details }) =>
    tx
      .deleteFrom('oidcIdentities')
      .where('personId', '=', subject)
      .where(
        // Has to match the trigger (migration 0067).
        sql<boolean>`encode(sha256(convert_to(person_id || ' ' || issuer || ' ' || subject, 'UTF8')), 'hex') = ${EndedSignOn.parse(details).identity}`,
      )
      .execute(),
  'recovery-code-ended': (tx, { subject, details }) =>
    tx
      .deleteFrom('recoveryCodes')
      .where('personId', '=', subject)
      .where('codeHash', '=', Buffer.from(EndedCode.parse(details).code, 'hex'))
      .execute(),
  'address-changed': (tx, { subject }) => doubtAddress(tx, subject),
})
