/**
 * A device without an account. Managers see its ID next to its reports. A record of this kind exists only once a manager has muted the
 * device (RULES.md, from RP8). The mute isn't stored in the reports, because the device receives its own reports and would see the change.
 */
import * as z from 'zod/mini'
import { MANAGER } from '../person/person.ts'
import { CREATED, ID, RECORDED, type RecordOf, recordKind, UPDATED, VERSION } from '../record-kind.ts'

export const reporterKind = recordKind({
  name: 'reporter',
  written: { muted: { schema: z.boolean(), blank: false, role: MANAGER, label: 'Muted' } },
  given: { ...ID, ...VERSION, ...RECORDED, ...CREATED, ...UPDATED },
  operations: {},
})

export type Reporter = RecordOf<typeof reporterKind>
