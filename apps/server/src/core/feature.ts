/**
 * Defines the parts of a server feature. A feature is a folder whose `index.ts` exports one `FeatureModule`, whose `open` returns
 * `defineFeature({...})`. `features.ts` lists the features. The server loops over that list for permissions, queues, routes, emails, sync,
 * retention, deleting people, starting and stopping.
 */
import type { Permissions, Rulebook } from '@trailwarden/api'
import type { Action, ActionChange, Actor, KeyScope, Reader } from '@trailwarden/domain'
import type { PageData, Site, SiteBundle } from '@trailwarden/site'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Registry } from 'prom-client'
import type * as z from 'zod'
import type { Config } from '#config.ts'
import type { Announce } from '#db/announce.ts'
import type { ConnectionBudget } from '#db/connection-budget.ts'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Queues } from '#db/schema/queues.ts'
import type { PhotoStore } from '#files/photo-store.ts'
import type { ErrorReports } from '#http/monitoring/error-reports.ts'
import type { Metrics } from '#http/monitoring/metrics.ts'
import type { Outbound } from '#http/outbound.ts'
import type { KeyAnswer } from '#http/security/guard.ts'
import type { EmailWriter } from '#mail/delivery.ts'
import type { BulkKind, Mail } from '#mail/mailer.ts'
import type { RetentionStep } from './retention.ts'
import type { SyncedKinds } from './synced-kind.ts'

/**
 * Dependencies that every feature receives. Each site has its own, even if one process serves many. `Settings` has the feature's own
 * settings.
 */
export type Core<Settings extends object = object> = {
  config: Config & Settings
  version: string
  rulebook: Rulebook
  database: Database
  db: Db
  /** The queues of all features. */
  queueNames: readonly string[]
  /** The site and its data, read from its folder. The feature `points` provides this data with managers' changes applied. */
  site: Site
  bundle: SiteBundle
  log: FastifyBaseLogger
  /** Returns a function that logs an error with this message. */
  warn(message: string): (error: unknown) => void
  mail: Mail
  photoStore: PhotoStore
  outbound: Outbound
  metrics: Metrics
  errors: ErrorReports
  /** Called at the points where fault tests kill the process. */
  onMilestone: (milestone: string) => void
  /** Set if this process serves many sites. */
  budget: ConnectionBudget | null
  hooks: Hooks
}

/** Calls functions of all features, so that callers don't depend on any one of them. Use this only after all features are open. */
export type Hooks = {
  announce: Announce
  actionChanged: ActionChanged
  forgetPerson: ForgetPerson
  /** Returns SQL that checks whether the reader may see a row `r` of this kind. */
  isSeenBy(kind: string, reader: Reader): RawBuilder<boolean>
  reapply(tx: Tx, change: LastingChange): Promise<void>
  restored(): Promise<void>
  identifyPerson(request: FastifyRequest): Promise<Actor | null>
  identifyProgram(key: string, scope: KeyScope): Promise<KeyAnswer>
}

type ActionChanged = (tx: Tx, before: Action | null, change: ActionChange, now: Date) => Promise<void>

/** Removes a deleted user's name from the feature's records and stops emails to them. */
export type ForgetPerson = (tx: Tx, personId: string, email: string) => Promise<void>

/** A change that a restore must not undo (features/operations/lasting-changes.ts). */
type LastingChange = { kind: string; subject: string; details: Record<string, unknown> }

/** Applies a lasting change again. Does nothing if the record doesn't exist or already has the change. */
export type Reapply = (tx: Tx, change: LastingChange) => Promise<unknown>

/** Background work. It starts once all features are open, in the order of the list, and stops in reverse order after the last response. */
export type Work = { start(): void | Promise<void>; stop(): Promise<void> }

/** A command of `npm run ops`. `read` returns null for invalid arguments. The command's work returns the exit code. */
export type FeatureCommand = {
  usage: string
  read(args: string[]): ((database: Database, config: Config) => Promise<number>) | null
}

/** The parts of a feature that are needed before it's opened. */
export type FeatureModule = {
  /** The feature's rows in the permission table. A route without a row can't be registered. */
  permissions?: Permissions
  /** The schema of the feature's settings, each with a description. `readConfig` reads them with the server's settings. */
  config?: z.ZodObject
  /** The feature's queues for work after a commit. */
  queues?: Queues
  /** Opens the feature. `features.ts` passes it the parts of other features that it needs. */
  open?(core: Core, needs: never): Feature | Promise<Feature>
  /** Registers the routes with unused dependencies, to describe them in the API reference. */
  describeRoutes?(app: FastifyInstance, unused: never): void | Promise<void>
  /** Commands of `npm run ops`, by name. */
  commands?: Readonly<Record<string, FeatureCommand>>
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never

/** The settings that these modules declare. */
export type SettingsOf<Modules> = Intersection<
  { [Name in keyof Modules]: Modules[Name] extends { config: infer Schema extends z.ZodObject } ? z.output<Schema> : never }[keyof Modules]
>

/** The parts of an open feature. */
export type Feature = {
  name: string
  /** Registers routes in a separate Fastify scope. Each route needs a row in the permission table. */
  routes?: (app: FastifyInstance) => void | Promise<void>
  recordKinds?: SyncedKinds
  emails?: Readonly<Record<string, EmailWriter>>
  /** Emails with many recipients, by kind. */
  bulkEmails?: Readonly<Record<string, BulkKind>>
  /** Background work. */
  work?: Work
  /** Runs before the server accepts requests, and is repeated while the database isn't reachable. */
  prepare?: () => Promise<void>
  /** Steps that delete old data. Only one process runs them at a time. */
  retention?: Readonly<Record<string, RetentionStep>>
  /** Functions that every process runs once an hour to remove expired data. */
  sweeps?: readonly (() => Promise<unknown>)[]
  /** Runs in the transaction that deletes the person. */
  forgetPerson?: ForgetPerson
  /** Receives events for other programs, in the transaction of the change. */
  onNews?: Announce
  /** Receives every change to an Action, in its transaction. */
  onActionChanged?: ActionChanged
  /** Functions that apply lasting changes again, by kind of change. */
  reapply?: Readonly<Record<string, Reapply>>
  /** Called after a database restore that nobody has been notified of. */
  onRestored?: () => Promise<void>
  /** Identifies the user of a request. Only one feature may define this. */
  identifyPerson?: Hooks['identifyPerson']
  /** Identifies programs by their API keys. Only one feature may define this. */
  identifyProgram?: Hooks['identifyProgram']
  /** Adds its part to the data embedded in every page. */
  pageData?: () => Promise<Partial<PageData>>
  /** Creates gauges and returns a function that updates them. */
  metrics?: (registry: Registry) => () => void | Promise<void>
}

/** Defines a feature. `features.ts` passes `provided` to later features and to tests, by the feature's name. */
export function defineFeature(feature: Feature): Feature
export function defineFeature<Provided extends object>(feature: Feature, provided: Provided): Feature & Provided
export function defineFeature(feature: Feature, provided: object = {}): Feature {
  return { ...provided, ...feature }
}
