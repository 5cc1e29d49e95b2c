import * as z from 'zod/mini'
import { MANAGER } from '../person/person.ts'
import { CREATED, ID, type RecordOf, recordKind } from '../record-kind.ts'
import { Closures, TrailWords } from './closure.ts'
import { NetworkStatus, TrailUpdateFields, UpdateOutcome } from './trail-status.ts'

const forManagers = { blank: null, readers: { role: MANAGER } }

/** An update as phones hold it. Who posted it is for managers: members receive it without. */
export const trailUpdateKind = recordKind({
  name: 'trail-update',
  written: {
    networks: { schema: z.record(z.string(), NetworkStatus), blank: {}, role: MANAGER, label: 'Status' },
    trails: { schema: TrailWords, blank: {}, role: MANAGER, label: 'Trails' },
    closures: { schema: Closures, blank: [], role: MANAGER, label: 'Closures' },
  },
  given: {
    ...ID,
    createdAt: CREATED.createdAt,
    orderNumber: { schema: z.int(), blank: 0, server: true },
    outcome: { schema: z.nullable(UpdateOutcome), blank: null, server: true },
    createdBy: { schema: z.nullable(z.uuid()), ...forManagers },
    createdByName: { schema: z.nullable(z.string()), ...forManagers },
    /** How many people get it by email; null until it is posted, and of updates from before this was counted. */
    emailed: { schema: z.nullable(z.int()), server: true, ...forManagers },
  },
  operations: { basedOn: { schema: TrailUpdateFields.shape.basedOn } },
})
export const TrailUpdateDocument = trailUpdateKind.document
export type TrailUpdateDocument = RecordOf<typeof trailUpdateKind>
