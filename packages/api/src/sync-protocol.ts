/**
 * The sync protocol between device and server: commands go up, documents come down. Both sides parse with these schemas. A command is a
 * small named change with its own ID, so sending it twice is harmless. A document is a record as the requesting user may see it.
 */
import * as z from 'zod/mini'

/** The name of a kind of record. Each app version registers the kinds that it knows and skips documents of other kinds. */
export const Kind = z.string().check(z.minLength(1), z.maxLength(50))
export type Kind = z.infer<typeof Kind>

export const PUSH_LIMIT = 50
export const PULL_LIMIT = 500

/**
 * A single change by a user. `n` is the outbox's counter. Commands from one device for one record are applied in the order of `n`, never by
 * the device's clock.
 */
export const Command = z.strictObject({
  id: z.uuid(),
  n: z.int().check(z.gte(1)),
  kind: Kind,
  recordId: z.uuid(),
  patch: z.record(z.string(), z.unknown()),
  /** The version that the user saw, or null if they created the record. It shows the server whose changes this command replaces. */
  baseVersion: z.nullable(z.int()),
  /** The device's time. Stored beside the server's time and never trusted. */
  recordedAt: z.iso.datetime(),
})
export type Command = z.infer<typeof Command>

/** `POST /api/push`, at most PUSH_LIMIT commands in the order they were made. */
export const PushRequest = z.strictObject({ deviceId: z.uuid(), commands: z.array(Command).check(z.maxLength(PUSH_LIMIT)) })
export type PushRequest = z.infer<typeof PushRequest>

/**
 * Headers of a push that describe its sender. If one of them doesn't match, the server rejects the whole push with 409 and the code in
 * brackets.
 * - `PERSON_HEADER` (`other-person`): the owner of the outbox. Someone else may have logged in on the device, and nothing may be sent
 *   under another name.
 * - `EPOCH_HEADER` (`other-epoch`): the device's epoch. In a new epoch, the device must first pull and queue acknowledged commands again.
 *   Otherwise, a new command would overtake older ones that a restored server hasn't received yet.
 */
export const PERSON_HEADER = 'x-trailwarden-person'
export const EPOCH_HEADER = 'x-trailwarden-epoch'

/**
 * Headers of push and pull that prove what the device has received from the server. Devices send them back unchanged: the receipt for the
 * last acknowledged command and, in a push, the cursor. If the server signed them but no longer knows what they refer to, it was restored
 * from a backup and starts a new epoch.
 */
export const RECEIPT_HEADER = 'x-trailwarden-receipt'
export const CURSOR_HEADER = 'x-trailwarden-cursor'

/**
 * The device's version of this protocol, as a header of push and pull. If the header is missing, the version is 1. Increase it only for a
 * change that the other side would misread. A server supports its own version and the two before it, and rejects all others. It responds to
 * an older device with 426 (`app-too-old`), so that the changes stay in the outbox until the app is updated. It responds to a newer device,
 * which may occur during a rolling update or rollback, with 503, so that the changes stay in the outbox until the server is updated.
 *
 * - 1: a device refuses a whole page of documents if it doesn't know one of the kinds, so the server sends only the first four kinds.
 * - 2: a device skips unknown kinds, and fetches everything again once an app update knows them.
 */
export const PROTOCOL_HEADER = 'x-trailwarden-protocol'
export const PROTOCOL = 2
export const OLDEST_PROTOCOL = 1

/** Names that have the same meaning in patches of every kind. All other names have a meaning only within their kind. */
type Patched = { patch: Readonly<Record<string, unknown>> }
/**
 * Returns the IDs of photos in `photoId` and `addPhotos`. The device creates these photos, and uploads them after the server has
 * acknowledged the command.
 */
export const photosIn = ({ patch }: Patched): string[] => {
  const added = Array.isArray(patch[ADD_PHOTOS]) ? patch[ADD_PHOTOS].map((photo: { id?: unknown } | null) => photo?.id) : []
  return [patch.photoId, ...added].filter((id): id is string => typeof id === 'string')
}
/** `deleted` removes the record, regardless of what else the patch contains. */
export const isDeletion = ({ patch }: Patched): boolean => patch.deleted === true
/** `addNote` adds to the record's `notes`. A command can contain at most one. */
export const ADD_NOTE = 'addNote'
export const NOTES = 'notes'
/**
 * These lists change individual photos in the record's `photos`. If several commands are combined into one, all items in their lists apply.
 */
const ADD_PHOTOS = 'addPhotos'
export const PHOTO_LISTS = [ADD_PHOTOS, 'notePhotos', 'removePhotos', 'blurPhotos'] as const
export const PHOTOS_FIELD = 'photos'
/** Returns whether a field changes only one item of another field, such as a note or photo. Such a change never replaces anyone else's. */
export const isPartial = (name: string): boolean => name === ADD_NOTE || PHOTO_LISTS.some((list) => list === name)

/**
 * A decision, such as a rating, that someone else changed after `baseVersion`. The server kept it and didn't apply these `fields` of the
 * patch, so that the author of the command can choose between the two values. Contains no names, because the response is stored as long as
 * the command.
 */
export const Contested = z.object({
  field: z.string(),
  fields: z.array(z.string()),
  theirs: z.unknown(),
  yours: z.unknown(),
  /** The user whose decision was kept, and when they made it. */
  by: z.uuid(),
  at: z.iso.datetime(),
})
export type Contested = z.infer<typeof Contested>

/**
 * The result of a command. A command with the result `retry` stays in the outbox. Every other result is final, and the server repeats it
 * unchanged if the command arrives again.
 * - `merged`: applied, but someone else had changed the same fields after `baseVersion`. `replaced` names the fields where this command's
 *   value won, and `contested` those where the other value did.
 * - `conflict`, `gone`, `forbidden`, `invalid`: not applied. The device stores the whole command under "Needs you" with the reason.
 */
export const Outcome = z.enum(['applied', 'merged', 'conflict', 'gone', 'forbidden', 'invalid', 'retry'])
export type Outcome = z.infer<typeof Outcome>

export const Answer = z.object({
  commandId: z.uuid(),
  outcome: Outcome,
  /** The record's new version, if the command was applied or merged. */
  version: z.nullable(z.int()),
  replaced: z.array(z.string()),
  contested: z.optional(z.array(Contested)),
  /** For refused commands: a stable code, and the reason as text. */
  refusal: z.nullable(z.object({ code: z.string(), detail: z.string() })),
})
export type Answer = z.infer<typeof Answer>

/**
 * `receipt` is for the newest command applied. If the server only repeats earlier results, and the device already has a receipt from this
 * epoch, `receipt` is missing.
 */
export const PushReply = z.object({ answers: z.array(Answer), receipt: z.optional(z.string()) })
export type PushReply = z.infer<typeof PushReply>

export const Document = z.object({ kind: Kind, id: z.uuid(), version: z.int(), data: z.unknown() })
export type Document = z.infer<typeof Document>

/**
 * `GET /api/pull?cursor=`. The cursor is opaque to the device, which sends back the last one it received. `reset` means that the following
 * documents replace all the device's server data (first fetch, new epoch, changed role). It never affects the outbox.
 */
export const PullReply = z.object({
  /** Changes if the server's history no longer contains the position of the device's cursor, after a restore or failover. */
  epoch: z.string(),
  /**
   * The user and role for which the documents were selected. If the role has changed, the device removes documents that it may no longer
   * store.
   */
  personId: z.uuid(),
  role: z.int(),
  reset: z.boolean(),
  cursor: z.string(),
  documents: z.array(Document),
  /** Records that were deleted, or that this user may no longer see. */
  removed: z.array(z.object({ kind: Kind, id: z.uuid() })),
  more: z.boolean(),
})
export type PullReply = z.infer<typeof PullReply>

/**
 * `GET /api/events`, an event stream. Each message means that a pull would return new changes. `upTo` only makes messages distinguishable.
 * The first message is sent immediately. If a message is lost, changes arrive later, but none are lost.
 */
export const Ping = z.object({ upTo: z.string() })
export type Ping = z.infer<typeof Ping>
