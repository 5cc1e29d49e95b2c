/**
 * A feature is a folder whose `index.ts` exports one `FeatureModule`, whose `open` returns `defineFeature({...})`. `features.ts` lists the
 * features, and the server loops over that list.
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

/** Each site has its own core, even if one process serves many. `Settings` has the feature's own settings. */
export type Core<Settings extends object = object> = {
  config: Config & Settings
  version: string
  rulebook: Rulebook
  database: Database
  db: Db
  queueNames: readonly string[]
  /** Read from the site's folder. The feature `points` provides this data with managers' changes applied. */
  site: Site
  bundle: SiteBundle
  log: FastifyBaseLogger
  warn(message: string): (error: unknown) => void
  mail: Mail
  photoStore: PhotoStore
  outbound: Outbound
  metrics: Metrics
  errors: ErrorReports
  /** Called at the points where fault tests kill the process. */
  onMilestone: (milestone: string) => void
  budget: ConnectionBudget | null
  hooks: Hooks
}

/** Callers use hooks so that they don't depend on any one feature. Only works after all features are open. */
export type Hooks = {
  announce: Announce
  actionChanged: ActionChanged
  forgetPerson: ForgetPerson
  isSeenBy(kind: string, reader: Reader): RawBuilder<boolean>
  reapply(tx: Tx, change: LastingChange): Promise<void>
  restored(): Promise<void>
  identifyPerson(request: FastifyRequest): Promise<Actor | null>
  identifyProgram(key: string, scope: KeyScope): Promise<KeyAnswer>
}

type ActionChanged = (tx: Tx, before: Action | null, change: ActionChange, now: Date) => Promise<void>

/** Must remove a deleted user's name from the feature's records and stop emails to them. */
export type ForgetPerson = (tx: Tx, personId: string, email: string) => Promise<void>

/** A change that a restore must not undo (features/operations/lasting-changes.ts). */
type LastingChange = { kind: string; subject: string; details: Record<string, unknown> }

/** Does nothing if the record doesn't exist or already has the change. */
export type Reapply = (tx: Tx, change: LastingChange) => Promise<unknown>

/** Starts once all features are open, in the order of the list, and stops in reverse order after the last response. */
export type Work = { start(): void | Promise<void>; stop(): Promise<void> }

/** A command of `npm run ops`. `read` returns null for invalid arguments. The command's work returns the exit code. */
export type FeatureCommand = {
  usage: string
  read(args: string[]): ((database: Database, config: Config) => Promise<number>) | null
}

export type FeatureModule = {
  /** A route without a row in the permission table can't be registered. */
  permissions?: Permissions
  /** Each setting needs a description. `readConfig` reads the settings with the server's own. */
  config?: z.ZodObject
  queues?: Queues
  /** `features.ts` passes the parts of other features that the feature needs. */
  open?(core: Core, needs: never): Feature | Promise<Feature>
  /** Registers the routes with unused dependencies, to describe them in the API reference. */
  describeRoutes?(app: FastifyInstance, unused: never): void | Promise<void>
  commands?: Readonly<Record<string, FeatureCommand>>
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never

export type SettingsOf<Modules> = Intersection<
  { [Name in keyof Modules]: Modules[Name] extends { config: infer Schema extends z.ZodObject } ? z.output<Schema> : never }[keyof Modules]
>

export type Feature = {
  name: string
  routes?: (app: FastifyInstance) => void | Promise<void>
  recordKinds?: SyncedKinds
  emails?: Readonly<Record<string, EmailWriter>>
  bulkEmails?: Readonly<Record<string, BulkKind>>
  work?: Work
  /** Runs before the server accepts requests, and is repeated while the database isn't reachable. */
  prepare?: () => Promise<void>
  retention?: Readonly<Record<string, RetentionStep>>
  /** Every process removes expired data once an hour. */
  sweeps?: readonly (() => Promise<unknown>)[]
  /** Runs in the transaction that deletes the person. */
  forgetPerson?: ForgetPerson
  /** Receives events for other programs, in the transaction of the change. */
  onNews?: Announce
  /** Receives every change to an Action, in its transaction. */
  onActionChanged?: ActionChanged
  reapply?: Readonly<Record<string, Reapply>>
  /** Called after a database restore that nobody has been notified of. */
  onRestored?: () => Promise<void>
  identifyPerson?: Hooks['identifyPerson']
  identifyProgram?: Hooks['identifyProgram']
  pageData?: () => Promise<Partial<PageData>>
  metrics?: (registry: Registry) => () => void | Promise<void>
}

/** `features.ts` passes `provided` to later features and to tests, by the feature's name. */
export function defineFeature(feature: Feature): Feature
export function defineFeature<Provided extends object>(feature: Feature, provided: Provided): Feature & Provided
export function defineFeature(feature: Feature, provided: object = {}): Feature {
  return { ...provided, ...feature }
}
