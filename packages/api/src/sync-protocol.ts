/**
 * The sync protocol between device and server: commands go up, documents come down. A command is a small change with its own ID, so sending
 * a command twice is harmless. A document is a record as the requesting user may see it.
 */
import * as z from 'zod/mini'

/** The name of a kind of record. Each app version registers the kinds that it knows and skips documents of other kinds. */
export const Kind = z.string().check(z.minLength(1), z.maxLength(50))
export type Kind = z.infer<typeof Kind>

export const PUSH_LIMIT = 50
export const PULL_LIMIT = 500

/**
 * `n` is the outbox's counter. The server applies commands from one device for one record in the order of `n`, never by the device's clock.
 */
export const Command = z.strictObject({
  id: z.uuid(),
  n: z.int().check(z.gte(1)),
  kind: Kind,
  recordId: z.uuid(),
  patch: z.record(z.string(), z.unknown()),
  /** The version that the user saw, from which the server knows whose changes the command replaces. Null for a new record. */
  baseVersion: z.nullable(z.int()),
  /** The device's time. Stored beside the server's time and never trusted. */
  recordedAt: z.iso.datetime(),
})
export type Command = z.infer<typeof Command>

export const PushRequest = z.strictObject({ deviceId: z.uuid(), commands: z.array(Command).check(z.maxLength(PUSH_LIMIT)) })
export type PushRequest = z.infer<typeof PushRequest>

/**
 * Headers that describe the sender of a push. The server rejects the whole push with 409 if one doesn't match. `PERSON_HEADER` is the owner
 * of the outbox, because someone else may have logged in on the device. `EPOCH_HEADER` is the device's epoch, because a restored server
 * must receive older commands again before new ones.
 */
export const PERSON_HEADER = 'x-trailwarden-person'
export const EPOCH_HEADER = 'x-trailwarden-epoch'

/**
 * Devices send back the receipt for the last acknowledged command and, in a push, the cursor. If the server signed one but no longer knows
 * what it refers to, the server was restored from a backup and starts a new epoch.
 */
export const RECEIPT_HEADER = 'x-trailwarden-receipt'
export const CURSOR_HEADER = 'x-trailwarden-cursor'

/**
 * The device's version of this protocol, 1 without the header. Increase `PROTOCOL` only for a change that the other side would misread.
 * Unsupported versions get 426 (device too old) or 503 (server too old, during a rolling update), so changes stay in the outbox until one
 * side is updated. Version 1 refuses pages with unknown kinds, so those devices get only the first four kinds. Version 2 skips unknown
 * kinds.
 */
export const PROTOCOL_HEADER = 'x-trailwarden-protocol'
export const PROTOCOL = 2
export const OLDEST_PROTOCOL = 1

/** These names have one meaning in patches of every kind. */
type Patched = { patch: Readonly<Record<string, unknown>> }
/** The device uploads these photos after the server has acknowledged the command. */
export const photosIn = ({ patch }: Patched): string[] => {
  const added = Array.isArray(patch[ADD_PHOTOS]) ? patch[ADD_PHOTOS].map((photo: { id?: unknown } | null) => photo?.id) : []
  return [patch.photoId, ...added].filter((id): id is string => typeof id === 'string')
}
/** `deleted` removes the record, whatever else the patch contains. */
export const isDeletion = ({ patch }: Patched): boolean => patch.deleted === true
/** `addNote` adds to the record's `notes`. A command can contain at most one. */
export const ADD_NOTE = 'addNote'
export const NOTES = 'notes'
/** These lists change individual photos. If several commands are combined into one, all items of their lists apply. */
const ADD_PHOTOS = 'addPhotos'
export const PHOTO_LISTS = [ADD_PHOTOS, 'notePhotos', 'removePhotos', 'blurPhotos'] as const
export const PHOTOS_FIELD = 'photos'
/** A change to one note or photo never replaces anyone else's change. */
export const isPartial = (name: string): boolean => name === ADD_NOTE || PHOTO_LISTS.some((list) => list === name)

/**
 * A decision, such as a rating, that someone else changed after `baseVersion`. The server kept the other decision, so that the author of
 * the command can choose. Contains no names, because the response is stored as long as the command.
 */
export const Contested = z.object({
  field: z.string(),
  fields: z.array(z.string()),
  theirs: z.unknown(),
  yours: z.unknown(),
  by: z.uuid(),
  at: z.iso.datetime(),
})
export type Contested = z.infer<typeof Contested>

/**
 * A command with the result `retry` stays in the outbox. All other results are final, and the server repeats them if the command arrives
 * again. `merged`: applied, although someone else had changed the same fields after `baseVersion`. `replaced` names the fields where this
 * command's value won, `contested` those where the other value did. `conflict`, `gone`, `forbidden`, `invalid`: not applied. The device
 * stores the command under "Needs you".
 */
export const Outcome = z.enum(['applied', 'merged', 'conflict', 'gone', 'forbidden', 'invalid', 'retry'])
export type Outcome = z.infer<typeof Outcome>

export const Answer = z.object({
  commandId: z.uuid(),
  outcome: Outcome,
  /** Set only if the command was applied or merged. */
  version: z.nullable(z.int()),
  replaced: z.array(z.string()),
  contested: z.optional(z.array(Contested)),
  /** For refused commands: a stable code, and the reason as text. */
  refusal: z.nullable(z.object({ code: z.string(), detail: z.string() })),
})
export type Answer = z.infer<typeof Answer>

/**
 * The receipt is for the newest command applied. It is missing if the server only repeats earlier results and the device already has a
 * receipt from this epoch.
 */
export const PushReply = z.object({ answers: z.array(Answer), receipt: z.optional(z.string()) })
export type PushReply = z.infer<typeof PushReply>

export const Document = z.object({ kind: Kind, id: z.uuid(), version: z.int(), data: z.unknown() })
export type Document = z.infer<typeof Document>

/** The cursor is opaque to the device. `reset` means that the documents replace all server data on the device, but never the outbox. */
export const PullReply = z.object({
  /** Changes if the server's history no longer contains the cursor's position, after a restore or failover. */
  epoch: z.string(),
  /**
   * The documents were selected for this user and role. After a change of role, the device removes documents that it may no longer store.
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
 * A message means that a pull would return new changes. `upTo` only makes messages distinguishable. A lost message delays changes, but
 * loses none.
 */
export const Ping = z.object({ upTo: z.string() })
export type Ping = z.infer<typeof Ping>
