/**
 * What phone and server say to each other: commands up, documents down. Both sides parse with these schemas.
 * A command is a small named change with an id of its own, so sending it twice is harmless; a document is a record as the asking
 * person may see it.
 */
import * as z from 'zod/mini'

/** The name of a kind of record. The apps register the kinds they know; a phone passes over documents of others. */
export const Kind = z.string().check(z.minLength(1), z.maxLength(50))
export type Kind = z.infer<typeof Kind>

export const PUSH_LIMIT = 50
export const PULL_LIMIT = 500

/** One thing a person did. `n` is the outbox's own counter: commands of one device on one record apply in its order, never by a clock. */
export const Command = z.strictObject({
  id: z.uuid(),
  n: z.int().check(z.gte(1)),
  kind: Kind,
  recordId: z.uuid(),
  patch: z.record(z.string(), z.unknown()),
  /** The version the person was looking at; null when they made the record. Tells the server whose words a change replaces. */
  baseVersion: z.nullable(z.int()),
  /** The phone's own time. Kept beside the server's, never trusted. */
  recordedAt: z.iso.datetime(),
})
export type Command = z.infer<typeof Command>

/** `POST /api/push`, at most PUSH_LIMIT commands, in the order they were made. */
export const PushRequest = z.strictObject({ deviceId: z.uuid(), commands: z.array(Command).check(z.maxLength(PUSH_LIMIT)) })
export type PushRequest = z.infer<typeof PushRequest>

/**
 * What a push says of its sender, as headers. Where it does not fit, the server takes nothing and answers 409 with the code.
 * `PERSON_HEADER` (`other-person`): whose outbox this is; the phone may have changed hands, and nothing may go under another's name.
 * `EPOCH_HEADER` (`other-epoch`): the epoch the phone stands in; in a new one it must first pull, and queue again what was acknowledged
 * before. Else a new command would overtake older ones that a restored server has yet to hear.
 */
export const PERSON_HEADER = 'x-trailwarden-person'
export const EPOCH_HEADER = 'x-trailwarden-epoch'

/**
 * What push and pull carry as evidence of the past the phone has seen, opaque to it: the receipt for its last acknowledged command, and on
 * a push its cursor. A server that has signed them and no longer knows what they speak of was restored, and begins a new epoch.
 */
export const RECEIPT_HEADER = 'x-trailwarden-receipt'
export const CURSOR_HEADER = 'x-trailwarden-cursor'

/**
 * Which version of this protocol a device speaks, as a header of push and pull; without the header it is 1. Raised only by a change that
 * the other side would misread. A server speaks its own version and the two before. To an older device it answers 426 (`app-too-old`): the
 * queue waits for an update of the app. To a newer one, met while servers are replaced or put back, it answers 503: the queue waits for
 * the server. It takes nothing from either.
 *
 * 1: a device refuses a whole page with a kind that it does not know, so the server withholds all kinds but the first four.
 * 2: a device passes over kinds that it does not know, and fetches everything again once an update of the app knows them.
 */
export const PROTOCOL_HEADER = 'x-trailwarden-protocol'
export const PROTOCOL = 2
export const OLDEST_PROTOCOL = 1

/** Names that mean the same in the patch of every kind; all other names are the kind's own. */
type Patched = { patch: Readonly<Record<string, unknown>> }
/** `photoId` and `addPhotos`: photos made on this device, which are uploaded once the command that names them was acknowledged. */
export const photosIn = ({ patch }: Patched): string[] => {
  const added = Array.isArray(patch[ADD_PHOTOS]) ? patch[ADD_PHOTOS].map((photo: { id?: unknown } | null) => photo?.id) : []
  return [patch.photoId, ...added].filter((id): id is string => typeof id === 'string')
}
/** `deleted`: the record is removed, whatever else the patch holds. */
export const isDeletion = ({ patch }: Patched): boolean => patch.deleted === true
/** `addNote`: joins the record's `notes`; a command carries at most one. */
export const ADD_NOTE = 'addNote'
export const NOTES = 'notes'
/** Lists that change the record's `photos` one by one. Of several commands that go as one, all of them count. */
const ADD_PHOTOS = 'addPhotos'
export const PHOTO_LISTS = [ADD_PHOTOS, 'notePhotos', 'removePhotos', 'blurPhotos'] as const
export const PHOTOS_FIELD = 'photos'
/** What changes a part of a field, known by its id: it replaces nothing and is never late. */
export const isPartial = (name: string): boolean => name === ADD_NOTE || PHOTO_LISTS.some((list) => list === name)

/**
 * How a command ended. Only `retry` leaves it in the queue; every other answer is final and repeated word for word when the command
 * comes again. `merged`: applied, and it replaced a value that someone else had set since `baseVersion` (`replaced` names the fields).
 * `conflict`, `gone`, `forbidden`, `invalid`: not applied; the phone keeps the whole command as "Needs you" with the reason.
 */
export const Outcome = z.enum(['applied', 'merged', 'conflict', 'gone', 'forbidden', 'invalid', 'retry'])
export type Outcome = z.infer<typeof Outcome>

export const Answer = z.object({
  commandId: z.uuid(),
  outcome: Outcome,
  /** Of an applied or merged command: the version it made. */
  version: z.nullable(z.int()),
  replaced: z.array(z.string()),
  /** Of a refusal: a stable code and the reason in words. */
  refusal: z.nullable(z.object({ code: z.string(), detail: z.string() })),
})
export type Answer = z.infer<typeof Answer>

/** `receipt`: for the last command that was newly applied. None for repeated answers, if the device has one of this epoch. */
export const PushReply = z.object({ answers: z.array(Answer), receipt: z.optional(z.string()) })
export type PushReply = z.infer<typeof PushReply>

export const Document = z.object({ kind: Kind, id: z.uuid(), version: z.int(), data: z.unknown() })
export type Document = z.infer<typeof Document>

/**
 * `GET /api/pull?cursor=`. The cursor is opaque to the phone: it hands back what it was last given. `reset`: everything the phone holds
 * of the server's is to be replaced by what follows (first fetch, a new epoch, a changed role); the outbox is never touched by it.
 */
export const PullReply = z.object({
  /** Changes when the server's past is no longer the one the cursor speaks of: after a restore or a failover. */
  epoch: z.string(),
  /** Whose projection this is, and for which role: a phone that hears another role than before removes what it may no longer hold. */
  personId: z.uuid(),
  role: z.int(),
  reset: z.boolean(),
  cursor: z.string(),
  documents: z.array(Document),
  /** Records that are gone, or that this person may no longer see. */
  removed: z.array(z.object({ kind: Kind, id: z.uuid() })),
  more: z.boolean(),
})
export type PullReply = z.infer<typeof PullReply>

/**
 * `GET /api/events`, an event stream. Each message says that something changed which a pull can fetch now; `upTo` only tells two
 * messages apart. The first comes at once. A lost message costs time, never data.
 */
export const Ping = z.object({ upTo: z.string() })
export type Ping = z.infer<typeof Ping>
