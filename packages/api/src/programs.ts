/** What other programs read and post under `/api/v1`, by a key. No names and no addresses of people are in it. */
import { ActionCategory, ActionStatus, NetworkStatus, Position, Rating, TrailUpdateFields } from '@trailwarden/domain'
import * as z from 'zod/mini'

export const ProgramAction = z.object({
  id: z.uuid(),
  number: z.string(),
  /** Where people look at it. */
  url: z.string(),
  description: z.string(),
  detail: z.string(),
  category: z.nullable(ActionCategory),
  area: z.string(),
  trail: z.nullable(z.string()),
  place: z.nullable(Position),
  rating: Rating,
  status: ActionStatus,
  /** Grows by one with each change. */
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  completedAt: z.nullable(z.iso.datetime()),
})
export type ProgramAction = z.infer<typeof ProgramAction>

export const PROGRAM_PAGE = 200

export const ProgramActionsQuery = z.object({
  status: z.optional(ActionStatus),
  /** Only those changed at this time or later. */
  changedSince: z.optional(z.iso.datetime()),
  /** The `next` of the page before. */
  after: z.optional(z.uuid()),
})
export type ProgramActionsQuery = z.infer<typeof ProgramActionsQuery>

/** `next` is the `after` of the page that follows, null on the last one. */
export const ProgramActions = z.object({ actions: z.array(ProgramAction), next: z.nullable(z.uuid()) })

/** What was posted last; all null where nothing ever was. */
export const ProgramStatus = z.object({
  /** For `basedOn` of the next post. */
  id: z.nullable(z.uuid()),
  postedAt: z.nullable(z.iso.datetime()),
  /** Of two the one with the higher number is the later. */
  orderNumber: z.int(),
  networks: z.record(z.string(), NetworkStatus),
})
export type ProgramStatus = z.infer<typeof ProgramStatus>

export const ProgramStatusPost = z.strictObject(TrailUpdateFields.shape)
