/**
 * The one place that knows PostgreSQL: pool, table shapes, names (snake_case there, camelCase here), time limits.
 * Row types derive from the domain's types where a table holds a record; the other tables are described here alone.
 */
import type { Answer, Kind, MaintenanceTask, WebhookEvent } from '@trailwarden/api'
import type {
  Action,
  BlurBox,
  FieldChanges,
  KeyScope,
  MessageHead,
  Note,
  NotedPhoto,
  PersonRecord,
  Settings,
  StatusNews,
  TrailUpdate,
  Warning,
} from '@trailwarden/domain'
import {
  CamelCasePlugin,
  type Generated,
  type GeneratedAlways,
  type JSONColumnType,
  Kysely,
  PostgresDialect,
  type Selectable,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { ConnectionBudget } from './connection-budget.ts'
import { giveUpCleanly } from './waiting-commits.ts'

/** A warning by others as it was found, without the shapes that were held against our networks. */
export type StoredWarning = Pick<
  Warning,
  'id' | 'title' | 'text' | 'area' | 'severity' | 'link' | 'networks' | 'shownFrom' | 'startsAt' | 'endsAt'
>
/** A message that a feed leads to, with the version that the feed gave it. */
export type StoredMessage = MessageHead & { version: string; warnings: StoredWarning[] }

type PasswordRow = { personId: string; hash: string; changedAt: Date }
type SessionRow = {
  id: string
  tokenHash: Buffer
  personId: string
  device: string
  deviceHash: Buffer | null
  createdAt: Date
  lastSeenAt: Date
  /** Set by a sweep that found it too old; null while it seems in use. */
  expiredAt: Generated<Date | null>
}
type PasskeyRow = {
  id: string
  personId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  device: string
  createdAt: Date
  lastUsedAt: Date | null
}
type PasskeyChallengeRow = { id: string; challenge: string; personId: string | null; expiresAt: Date }
type RecoveryCodeRow = { personId: string; codeHash: Buffer; usedAt: Date | null }
type KnownDeviceRow = { personId: string; tokenHash: Buffer; lastUsedAt: Date }
export type LinkPurpose = 'set-password' | 'confirm-email'
export type AccountLinkRow = { personId: string; purpose: LinkPurpose; tokenHash: Buffer; newEmail: string | null; expiresAt: Date }
type InvitationRow = { personId: string; sentAt: Date; expiresAt: Date }
type AccountRequestRow = { id: string; displayName: string; email: string; askedAt: Date }
type OidcIdentityRow = {
  issuer: string
  subject: string
  personId: string
  givenRole: number | null
  linkedAt: Date
  lastUsedAt: Date
}
type OidcAttemptRow = { tokenHash: Buffer; state: string; nonce: string; verifier: string; nextPath: string; expiresAt: Date }
export type EmailRow = {
  id: string
  kind: string
  recipient: string
  personId: string | null
  details: Record<string, string>
  subject: string | null
  bodyText: string | null
  bodyHtml: string | null
  unsubscribeUrl: string | null
  createdAt: Date
}
type EmailFanOutRow = { id: string; kind: string; details: Record<string, string>; after: string | null; createdAt: Date }
type PersonActivityRow = { personId: string; lastActiveAt: Date; notifiedAt: Date | null }
type RetentionClockRow = { onlyRow: boolean; checkedAt: Date; steadySince: Date }
type AuditRow = {
  id: GeneratedAlways<number>
  at: Date
  event: string
  actorId: string | null
  subjectId: string | null
  details: Record<string, unknown>
}

/** Times of records that travel are written as ISO text and read through their document, where the database writes them so again. */
type ActionRow = Omit<Action, 'photoStored' | 'photos' | 'notes'> & {
  photos: JSONColumnType<NotedPhoto[], string | undefined>
  notes: JSONColumnType<Note[]>
  deletedAt: string | null
}
type CommandRow = {
  id: string
  personId: string
  deviceId: string
  n: number
  kind: Kind
  recordId: string
  /** Null of refused commands, at once or after some weeks. */
  patch: JSONColumnType<Record<string, unknown>> | null
  receivedAt: Date
  answer: JSONColumnType<Answer> | null
}
type HistoryRow = {
  id: GeneratedAlways<number>
  kind: Kind
  recordId: string
  version: number
  commandId: string
  changes: JSONColumnType<FieldChanges>
  recordedAt: string
  /** What the device sent, where it cannot be true and the server's time stands for it. */
  recordedAtSent: Generated<string | null>
  createdAt: Date
  createdBy: string
  createdByName: string
}
type StatusSubscriptionRow = {
  id: string
  email: string
  networks: string[]
  wanted: string[] | null
  trails: Generated<string[]>
  wantedTrails: string[] | null
  tokenHash: Buffer | null
  expiresAt: Date | null
  createdAt: Date
}
type PushSubscriptionRow = {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  networks: string[]
  trails: string[]
  reopenings: Generated<boolean>
  createdAt: Date
}
type PushFanOutRow = {
  id: string
  news: JSONColumnType<StatusNews> | null
  startsAt: Date | null
  after: string | null
  createdAt: Date
}
type PushMessageRow = {
  id: string
  subscriptionId: string
  kind: 'network' | 'trail'
  topic: string
  version: Generated<number>
  createdAt: Date
}
type PhotoTable = {
  id: string
  ownerId: string
  /** What it is of; at most one of them. */
  actionId: Generated<string | null>
  pointId: Generated<string | null>
  personId: Generated<string | null>
  reportId: Generated<string | null>
  /** What everyone is shown; of a blurred one its original lies beside it, under a name of its own. */
  file: string
  sentHash: Buffer | null
  storedAt: Date | null
  /** What is blurred in it. */
  boxes: Generated<BlurBox[]>
  blurredAt: Generated<Date | null>
  createdAt: Date
}

export type PhotoRow = Selectable<PhotoTable>

/** The number is given by a trigger; only an import sets it. */
type TrailUpdateRow = Omit<TrailUpdate, 'orderNumber' | 'emailed' | 'trails' | 'closures' | 'outcome'> & {
  orderNumber: Generated<number>
  emailed: Generated<number | null>
  // Where nothing is said of trails, the trigger puts what was said before.
  trails: Generated<TrailUpdate['trails']>
  closures: Generated<TrailUpdate['closures']>
  outcome: Generated<TrailUpdate['outcome']>
}

type BriefLinkRow = { id: string; tokenHash: Buffer; markerCode: string; createdAt: Date; createdBy: string; expiresAt: Date }

export type ApiKeyRow = {
  id: string
  name: string
  tokenHash: Buffer
  ending: string
  scopes: KeyScope[]
  createdAt: Date
  createdBy: string
  expiresAt: Date
  lastUsedAt: Date | null
}

export type WebhookRow = {
  id: string
  name: string
  url: string
  events: WebhookEvent[]
  secret: Buffer
  oldSecret: Buffer | null
  oldSecretUntil: Date | null
  createdAt: Date
  createdBy: string
  failingSince: Date | null
  failedAt: Date | null
  pausedAt: Date | null
}
type WebhookMessageRow = { id: string; webhookId: string; type: string; body: string; createdAt: Date; doneAt: Date | null }
type WebhookTryRow = {
  id: GeneratedAlways<number>
  webhookId: string
  messageId: string
  at: Date
  status: number | null
  problem: string | null
  durationMs: number
}

type BillingCustomerRow = {
  personId: string
  customerId: string
  /** How often the provider was asked about this customer, and the last of these questions whose answer was applied. */
  asked: Generated<number>
  applied: Generated<number>
  raisedTo: Generated<number | null>
  overruled: Generated<boolean>
  createdAt: Date
}

type MaintenanceRunRow = {
  id: GeneratedAlways<number>
  task: MaintenanceTask
  startedAt: Date
  finishedAt: Date
  succeeded: boolean
  details: Record<string, unknown>
}

type WarningFeedRow = {
  id: string
  settings: string
  etag: string | null
  lastModified: string | null
  checkedAt: Date | null
  answeredAt: Date | null
  failure: string | null
  messages: JSONColumnType<Record<string, StoredMessage>>
  warnings: JSONColumnType<StoredWarning[]>
}

type Tables = {
  billingCustomers: BillingCustomerRow
  billingEvents: { id: string; receivedAt: Date }
  billingLeavers: { customerId: string; leftAt: Date }
  apiKeys: ApiKeyRow
  briefLinks: BriefLinkRow
  actions: ActionRow
  commands: CommandRow
  history: HistoryRow
  photos: PhotoTable
  settings: Settings
  siteCopies: { site: string; hash: string; content: string; passedAt: Date }
  statusSubscriptions: StatusSubscriptionRow
  pushSubscriptions: PushSubscriptionRow
  pushFanOuts: PushFanOutRow
  pushMessages: PushMessageRow
  trailUpdates: TrailUpdateRow
  people: PersonRecord
  passwords: PasswordRow
  sessions: SessionRow
  knownDevices: KnownDeviceRow
  passkeys: PasskeyRow
  passkeyChallenges: PasskeyChallengeRow
  recoveryCodes: RecoveryCodeRow
  accountLinks: AccountLinkRow
  accountRequests: AccountRequestRow
  invitations: InvitationRow
  oidcAttempts: OidcAttemptRow
  oidcIdentities: OidcIdentityRow
  emails: EmailRow
  emailFanOuts: EmailFanOutRow
  personActivity: PersonActivityRow
  retentionClock: RetentionClockRow
  maintenanceRuns: MaintenanceRunRow
  /** `day` is written 2026-11-17. */
  digests: { day: string; writtenAt: Date }
  auditLog: AuditRow
  warningFeeds: WarningFeedRow
  webhooks: WebhookRow
  webhookMessages: WebhookMessageRow
  webhookTries: WebhookTryRow
}
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

// bigint columns (counts, sequence numbers) stay below 2^53 here; as strings they would compare as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

// Above `statement_timeout`, which ends a statement more gently where PostgreSQL still hears.
const QUERY_TIMEOUT_MS = 20_000

type DatabaseWishes = {
  /** Shared by many pools, which then give idle connections back soon, and at once when another waits. */
  budget?: ConnectionBudget | undefined
  /** For tests, which cannot wait that long. */
  queryTimeoutMs?: number
}

export function openDatabase(url: string, poolSize: number, { budget, queryTimeoutMs = QUERY_TIMEOUT_MS }: DatabaseWishes = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // Not at once: an open home asks every three seconds, and each question would open a connection.
    ...(budget && { Client: budget.Client, idleTimeoutMillis: 10_000 }),
    connectionTimeoutMillis: 3000,
    statement_timeout: 15_000,
    // A frozen server, or a commit that waits for its standby, observes no limit of its own. The outcome is unknown, and phones retry.
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    // A writer stuck inside a transaction would hold back what every phone may fetch.
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'trailwarden',
  })
  // Without a listener a restart of PostgreSQL would end this process. There is nothing to do: the pool reconnects.
  pool.on('error', () => undefined)
  // The same for a connection that a transaction holds just then, between two of its statements: the pool does not listen to those.
  // The transaction's next statement then fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  giveUpCleanly(pool)
  // Keys inside jsonb are data (network ids), so they are left as they are.
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const leave = budget?.share(pool)
  return {
    db,
    pool,
    // Not db.destroy(): Kysely forgets a pool that it has not used itself, and its connections would stay open.
    close() {
      leave?.()
      return pool.end()
    },
  }
}
