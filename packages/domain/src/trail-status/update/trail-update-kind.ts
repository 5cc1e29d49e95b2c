import * as z from 'zod/mini'
import { MANAGER } from '../../person/person.ts'
import { CREATED, ID, type RecordOf, recordKind } from '../../record-kind.ts'
import { Closures, TrailWords } from '../closure.ts'
import { NetworkStatus, TrailUpdateFields, UpdateOutcome } from './trail-update.ts'

const forManagers = { blank: null, readers: { role: MANAGER } }

/** Only managers receive the author's name. */
export const trailUpdateKind = recordKind({
  name: 'trail-update',
  editableFields: {
    networks: { schema: z.record(z.string(), NetworkStatus), blank: {}, role: MANAGER, label: 'Status' },
    trails: { schema: TrailWords, blank: {}, role: MANAGER, label: 'Trails' },
    closures: { schema: Closures, blank: [], role: MANAGER, label: 'Closures' },
  },
  serverFields: {
    ...ID,
    createdAt: CREATED.createdAt,
    orderNumber: { schema: z.int(), blank: 0, server: true },
    outcome: { schema: z.nullable(UpdateOutcome), blank: null, server: true },
    createdBy: { schema: z.nullable(z.uuid()), ...forManagers },
    createdByName: { schema: z.nullable(z.string()), ...forManagers },
    /** Null until the update is published, and in updates from before the app counted recipients. */
    emailed: { schema: z.nullable(z.int()), server: true, ...forManagers },
  },
  operations: {
    basedOn: { schema: TrailUpdateFields.shape.basedOn },
    sentAnyway: { schema: TrailUpdateFields.shape.sentAnyway, label: 'Sent despite a contradiction' },
  },
})
export const TrailUpdateDocument = trailUpdateKind.document
export type TrailUpdateDocument = RecordOf<typeof trailUpdateKind>

/** The whole network, from now until someone reopens it. */
export const BLANK_CLOSURE = {
  trailId: null,
  section: null,
  level: 'Closed',
  message: '',
  wayAround: '',
  startsAt: null,
  endsAt: null,
  reopens: null,
} as const
