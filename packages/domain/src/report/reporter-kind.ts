/**
 * A device without an account has a record only once a manager has muted the device (RULES.md, from RP8). Reports don't contain the mute,
 * because the device receives its own reports and would see it.
 */
import * as z from 'zod/mini'
import { MANAGER } from '../person/person.ts'
import { CREATED, ID, RECORDED, type RecordOf, recordKind, UPDATED, VERSION } from '../record-kind.ts'

export const reporterKind = recordKind({
  name: 'reporter',
  editableFields: { muted: { schema: z.boolean(), blank: false, role: MANAGER, label: 'Muted' } },
  serverFields: { ...ID, ...VERSION, ...RECORDED, ...CREATED, ...UPDATED },
  operations: {},
})

export type Reporter = RecordOf<typeof reporterKind>
