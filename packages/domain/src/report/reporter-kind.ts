/**
 * A device without an account, as managers know it: by the id that stands beside its reports. There is a record of one only once a manager
 * has muted it (RULES.md, RP8 and on). A kind of its own, apart from reports, because a device is sent its own reports: whatever changed
 * about those would show it.
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
