/** The row types of all tables. Generated from the migrated database by `npm run row-types`: do not edit. */
import type { Answer, Kind, WebhookEvent } from '@trailwarden/api'
import type {
  BlurBox,
  Closure,
  FieldChanges,
  FollowedState,
  KeyScope,
  Note,
  NotedPhoto,
  Position,
  StatusNews,
  TrailUpdate,
} from '@trailwarden/domain'
import type { Point, PostEntry, Replaced } from '@trailwarden/domain/point/point-kind'
import type { DeclineReason } from '@trailwarden/domain/report/report-kind'
import type { ChangedLine } from '@trailwarden/domain/trail-line/trail-line-kind'
import type { StatusProposal } from '@trailwarden/domain/trail-status/proposal/status-proposal-kind'
import type { JobResult, WorkDayJob } from '@trailwarden/domain/work-day/work-day-kind'
import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json, StoredMessage, StoredWarning, Timestamp } from './column-types.ts'

type AccountGrantsRow = {
  id: GeneratedAlways<number>
  personId: string
  grantedBy: string
  grantedByRole: number
  way: 'invited' | 'request-accepted' | 'role-raised' | 'enabled'
  at: Timestamp
}

type AccountLinksRow = {
  personId: string
  purpose: 'set-password' | 'confirm-email' | 'add-passkey'
  tokenHash: Buffer
  newEmail: string | null
  expiresAt: Timestamp
}

type AccountRequestsRow = {
  id: string
  displayName: string
  email: string
  askedAt: Timestamp
  wideRange: string | null
  narrowRange: string | null
}

type ActionsRow = {
  id: string
  number: string
  description: string
  area: string
  trail: string | null
  detail: string
  place: Json<Position> | null
  photoId: string | null
  rating: 'Unrated' | 'Low' | 'Medium' | 'High' | 'Extreme'
  status: 'Unresolved' | 'Resolved'
  assignedTo: string | null
  assignedName: string | null
  assignedEmail: string | null
  notes: Json<Note[]>
  completedAt: Timestamp | null
  version: number
  recordedAt: Timestamp
  createdAt: Timestamp
  createdBy: string
  createdByName: string
  updatedAt: Timestamp
  updatedBy: string
  updatedByName: string
  deletedAt: Timestamp | null
  purgedAt: Timestamp | null
  category: 'Fallen tree' | 'Washout or mud' | 'Damaged feature' | 'Sign or post' | 'Overgrown' | 'Something else' | null
  photos: Defaulted<Json<NotedPhoto[]>>
  waitingFor: Defaulted<string>
  waitingUntil: string | null
  fix: Defaulted<string>
  mergedInto: string | null
  isShownToRiders: Defaulted<boolean>
  canHurt: Defaulted<boolean>
}

type ApiKeysRow = {
  id: string
  name: string
  tokenHash: Buffer
  ending: string
  scopes: KeyScope[]
  createdAt: Timestamp
  createdBy: string
  expiresAt: Timestamp
  lastUsedAt: Timestamp | null
  heldBy: string
}

type AuditLogRow = {
  id: GeneratedAlways<number>
  at: Timestamp
  event: string
  actorId: string | null
  subjectId: string | null
  details: Defaulted<Json<Record<string, unknown>>>
}

type BillingCustomersRow = {
  personId: string
  customerId: string
  asked: Defaulted<number>
  applied: Defaulted<number>
  raisedTo: number | null
  overruled: Defaulted<boolean>
  createdAt: Timestamp
}

type BillingEventsRow = {
  id: string
  receivedAt: Timestamp
}

type BillingLeaversRow = {
  customerId: string
  leftAt: Timestamp
}

type BriefLinksRow = {
  id: string
  tokenHash: Buffer
  markerCode: string
  createdAt: Timestamp
  createdBy: string
  expiresAt: Timestamp
}

type ChangesRow = {
  kind: string
  id: string
  xid: Defaulted<string>
  isArchived: Defaulted<boolean>
}

type CommandsRow = {
  id: string
  personId: string
  deviceId: string
  n: number
  kind: Kind
  recordId: string
  patch: Json<Record<string, unknown>> | null
  receivedAt: Timestamp
  answer: Json<Answer> | null
}

type DigestsRow = {
  day: string
  writtenAt: Timestamp
}

type DoubtfulAddressesRow = {
  personId: string
  since: Defaulted<Timestamp>
}

type EmailFanOutsRow = {
  id: string
  kind: string
  details: Json<Record<string, string>>
  after: string | null
  createdAt: Timestamp
}

type EmailsRow = {
  id: string
  kind: string
  recipient: string
  personId: string | null
  details: Defaulted<Json<Record<string, string>>>
  subject: string | null
  bodyText: string | null
  bodyHtml: string | null
  createdAt: Timestamp
  unsubscribeUrl: string | null
}

type HistoryRow = {
  id: GeneratedAlways<number>
  kind: Kind
  recordId: string
  version: number
  commandId: string
  changes: Json<FieldChanges>
  recordedAt: Timestamp
  createdAt: Timestamp
  createdBy: string
  createdByName: string
  recordedAtSent: string | null
}

type InvitationsRow = {
  personId: string
  sentAt: Timestamp
  expiresAt: Timestamp
}

type KnownDevicesRow = {
  personId: string
  tokenHash: Buffer
  lastUsedAt: Timestamp
}

type LastingChangesRow = {
  id: Defaulted<string>
  n: GeneratedAlways<number>
  at: Defaulted<Timestamp>
  kind: string
  subject: string
  details: Defaulted<Json<Record<string, unknown>>>
  listedIn: number | null
}

type LastingChangesListRow = {
  onlyRow: Defaulted<boolean>
  id: Defaulted<string>
  nextPart: number
}

type LettersRow = {
  id: string | null
  kind: string | null
  recipient: string | null
  personId: string | null
  details: Json<Record<string, string>> | null
  subject: string | null
  bodyText: string | null
  bodyHtml: string | null
  createdAt: Timestamp | null
  unsubscribeUrl: string | null
}

type MaintenanceRunsRow = {
  id: GeneratedAlways<number>
  task: 'backup-database' | 'backup-photos' | 'restore-test'
  startedAt: Timestamp
  finishedAt: Timestamp
  succeeded: boolean
  details: Defaulted<Json<Record<string, unknown>>>
}

type MigrationsRow = {
  name: string
  hash: string
  appliedAt: Defaulted<Timestamp>
}

type NoticesRow = {
  id: string
  title: string
  text: string
  level: 'Caution' | 'Fire' | 'Weather' | 'Closure'
  endsAt: Timestamp
  isEnded: boolean
  version: number
  recordedAt: Timestamp
  createdAt: Timestamp
  createdBy: string
  createdByName: string
  updatedAt: Timestamp
  updatedBy: string
  updatedByName: string
}

type OidcAttemptsRow = {
  tokenHash: Buffer
  state: string
  nonce: string
  verifier: string
  nextPath: string
  expiresAt: Timestamp
}

type OidcIdentitiesRow = {
  issuer: string
  subject: string
  personId: string
  givenRole: number | null
  linkedAt: Timestamp
  lastUsedAt: Timestamp
}

type PasskeyChallengesRow = {
  id: string
  challenge: string
  personId: string | null
  expiresAt: Timestamp
}

type PasskeysRow = {
  id: string
  personId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  device: string
  createdAt: Timestamp
  lastUsedAt: Timestamp | null
}

type PasswordsRow = {
  personId: string
  hash: string
  changedAt: Timestamp
}

type PeopleRow = {
  id: string
  displayName: string
  email: string
  phone: Defaulted<string>
  role: Defaulted<number>
  disabled: Defaulted<boolean>
  createdAt: Timestamp
  createdBy: string | null
  pictureId: string | null
}

type PersonActivityRow = {
  personId: string
  lastActiveAt: Timestamp
  notifiedAt: Timestamp | null
}

type PhotosRow = {
  id: string
  ownerId: string
  actionId: string | null
  file: string
  sentHash: Buffer | null
  storedAt: Timestamp | null
  createdAt: Timestamp
  pointId: string | null
  personId: string | null
  reportId: string | null
  boxes: Defaulted<Json<BlurBox[]>>
  blurredAt: Timestamp | null
}

type PointsRow = {
  id: string
  category:
    | 'Emergency Marker'
    | 'Access Point'
    | 'Helicopter LZ'
    | 'High-risk Feature'
    | 'Hazard'
    | 'POI'
    | 'Start Point'
    | 'Finish Point'
    | 'Airstrip'
    | 'Task'
    | 'Task Complete'
    | 'Action'
    | 'Action Complete'
    | 'Hazard Resolved'
    | 'Casualty'
    | 'Casualty Complete'
  code: string
  description: string
  notes: string
  place: Json<Position>
  replaces: Json<Replaced> | null
  isGone: boolean
  confirmed: Json<PostEntry> | null
  enteredBy: Json<string[]>
  confirmedBy: string | null
  confirmedAt: Timestamp | null
  sentBack: Json<NonNullable<Point['sentBack']>> | null
  version: number
  recordedAt: Timestamp
  createdAt: Timestamp
  createdBy: string
  createdByName: string
  updatedAt: Timestamp
  updatedBy: string
  updatedByName: string
  photos: Defaulted<Json<NotedPhoto[]>>
}

type PushFanOutsRow = {
  id: string
  news: Json<StatusNews> | null
  startsAt: Timestamp | null
  after: string | null
  createdAt: Timestamp
}

type PushMessagesRow = {
  id: string
  subscriptionId: string
  kind: 'network' | 'trail'
  topic: string
  version: Defaulted<number>
  createdAt: Timestamp
  was: Defaulted<Json<Record<string, FollowedState>>>
}

type PushSubscriptionsRow = {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  networks: string[]
  trails: string[]
  createdAt: Timestamp
  reopenings: Defaulted<boolean>
  failingSince: Timestamp | null
  failedDays: Defaulted<number>
  lastFailedOn: string | null
}

type RateLimitsRow = {
  key: string
  points: Defaulted<number>
  expire: number | null
}

type RecoveryCodesRow = {
  personId: string
  codeHash: Buffer
  usedAt: Timestamp | null
}

type ReportNewsRow = {
  reportId: string
  what: string
}

type ReportersRow = {
  id: string
  muted: boolean
  version: number
  recordedAt: Timestamp
  createdAt: Timestamp
  createdBy: string
  createdByName: string
  updatedAt: Timestamp
  updatedBy: string
  updatedByName: string
}

type ReportsRow = {
  id: string
  number: string
  category: string
  words: string
  area: string
  trail: string | null
  place: Json<Position> | null
  canHurt: boolean
  status: 'Received' | 'Accepted' | 'Declined'
  contact: string | null
  followHash: string
  actionId: string | null
  reason: DeclineReason | null
  answer: string
  checkedAt: Timestamp | null
  photos: Defaulted<Json<NotedPhoto[]>>
  version: number
  recordedAt: Timestamp
  createdAt: Timestamp
  createdBy: string
  createdByName: string
  addsTo: string | null
  isNotFixed: Defaulted<boolean>
  checkedBy: string | null
}

type RestoresRow = {
  id: GeneratedAlways<number>
  at: Timestamp
  restoredTo: Timestamp | null
  ended: Json<Record<string, number>>
}

type RetentionClockRow = {
  onlyRow: Defaulted<boolean>
  checkedAt: Timestamp
  steadySince: Timestamp
}

type SecondFactorResetsRow = {
  personId: string
  requestedBy: string
  requestedAt: Timestamp
}

type SessionsRow = {
  id: string
  tokenHash: Buffer
  personId: string
  device: string
  createdAt: Timestamp
  lastSeenAt: Timestamp
  expiredAt: Timestamp | null
  deviceHash: Buffer | null
  roleAtSignIn: number
  hasTwoFactors: boolean
}

type SettingsRow = {
  id: string
  reviewerId: string | null
  reviewerName: string | null
  reviewerEmail: string | null
  version: number
  updatedAt: Timestamp | null
  updatedBy: string | null
  updatedByName: string | null
}

type SiteCopiesRow = {
  site: string
  hash: string
  content: string
  passedAt: Timestamp
}

type StatusProposalsRow = {
  id: string
  networks: Json<StatusProposal['networks']>
  trails: Json<StatusProposal['trails']>
  closures: Json<Closure[]>
  basedOn: string | null
  state: 'Waiting' | 'Confirmed' | 'Declined' | 'Withdrawn'
  reason: string
  version: number
  recordedAt: Timestamp
  createdAt: Timestamp
  createdBy: string
  createdByName: string
  updatedAt: Timestamp
  updatedBy: string
  updatedByName: string
}

type StatusSubscriptionsRow = {
  id: string
  email: string
  networks: Defaulted<string[]>
  wanted: string[] | null
  tokenHash: Buffer | null
  expiresAt: Timestamp | null
  createdAt: Timestamp
  trails: Defaulted<string[]>
  wantedTrails: string[] | null
}

type SyncEpochRow = {
  onlyRow: Defaulted<boolean>
  epoch: Defaulted<string>
  cluster: string
  secret: Defaulted<Buffer>
  writtenBy: Defaulted<string>
}

type TakeBackLinksRow = {
  tokenHash: Buffer
  personId: string
  email: string
  createdAt: Timestamp
  expiresAt: Timestamp
}

type TrailLinesRow = {
  id: string
  trail: string
  line: Json<ChangedLine> | null
  note: string
  version: number
  recordedAt: Timestamp
  createdAt: Timestamp
  createdBy: string
  createdByName: string
  updatedAt: Timestamp
  updatedBy: string
  updatedByName: string
}

type TrailUpdatesRow = {
  id: string
  networks: Json<TrailUpdate['networks']>
  createdAt: Timestamp
  createdBy: string
  createdByName: string
  orderNumber: Defaulted<number>
  emailed: number | null
  trails: Defaulted<Json<TrailUpdate['trails']>>
  closures: Defaulted<Json<Closure[]>>
  outcome: Json<NonNullable<TrailUpdate['outcome']>> | null
  posted: Json<NonNullable<TrailUpdate['posted']>> | null
}

type UnusedPhotoFilesRow = {
  file: string
  at: Timestamp
}

type WarningFeedsRow = {
  id: string
  settings: string
  etag: string | null
  lastModified: string | null
  checkedAt: Timestamp | null
  answeredAt: Timestamp | null
  failure: string | null
  messages: Defaulted<Json<Record<string, StoredMessage>>>
  warnings: Defaulted<Json<StoredWarning[]>>
}

type WebhookMessagesRow = {
  id: string
  webhookId: string
  type: string
  body: string
  createdAt: Timestamp
  doneAt: Timestamp | null
}

type WebhookTriesRow = {
  id: GeneratedAlways<number>
  webhookId: string
  messageId: string
  at: Timestamp
  status: number | null
  problem: string | null
  durationMs: number
}

type WebhooksRow = {
  id: string
  name: string
  url: string
  events: WebhookEvent[]
  secret: Buffer
  oldSecret: Buffer | null
  oldSecretUntil: Timestamp | null
  createdAt: Timestamp
  createdBy: string
  failingSince: Timestamp | null
  failedAt: Timestamp | null
  pausedAt: Timestamp | null
  heldBy: string
}

type WorkDaysRow = {
  id: string
  title: string
  startsAt: Timestamp
  backBy: Timestamp | null
  meetAt: string
  leader: string
  crew: Json<string[]>
  guests: string
  bring: string
  jobs: Json<WorkDayJob[]>
  results: Json<JobResult[]>
  version: number
  recordedAt: Timestamp
  createdAt: Timestamp
  createdBy: string
  createdByName: string
  updatedAt: Timestamp
  updatedBy: string
  updatedByName: string
  deletedAt: Timestamp | null
}

export type Tables = {
  accountGrants: AccountGrantsRow
  accountLinks: AccountLinksRow
  accountRequests: AccountRequestsRow
  actions: ActionsRow
  apiKeys: ApiKeysRow
  auditLog: AuditLogRow
  billingCustomers: BillingCustomersRow
  billingEvents: BillingEventsRow
  billingLeavers: BillingLeaversRow
  briefLinks: BriefLinksRow
  changes: ChangesRow
  commands: CommandsRow
  digests: DigestsRow
  doubtfulAddresses: DoubtfulAddressesRow
  emailFanOuts: EmailFanOutsRow
  emails: EmailsRow
  history: HistoryRow
  invitations: InvitationsRow
  knownDevices: KnownDevicesRow
  lastingChanges: LastingChangesRow
  lastingChangesList: LastingChangesListRow
  letters: LettersRow
  maintenanceRuns: MaintenanceRunsRow
  migrations: MigrationsRow
  notices: NoticesRow
  oidcAttempts: OidcAttemptsRow
  oidcIdentities: OidcIdentitiesRow
  passkeyChallenges: PasskeyChallengesRow
  passkeys: PasskeysRow
  passwords: PasswordsRow
  people: PeopleRow
  personActivity: PersonActivityRow
  photos: PhotosRow
  points: PointsRow
  pushFanOuts: PushFanOutsRow
  pushMessages: PushMessagesRow
  pushSubscriptions: PushSubscriptionsRow
  rateLimits: RateLimitsRow
  recoveryCodes: RecoveryCodesRow
  reportNews: ReportNewsRow
  reporters: ReportersRow
  reports: ReportsRow
  restores: RestoresRow
  retentionClock: RetentionClockRow
  secondFactorResets: SecondFactorResetsRow
  sessions: SessionsRow
  settings: SettingsRow
  siteCopies: SiteCopiesRow
  statusProposals: StatusProposalsRow
  statusSubscriptions: StatusSubscriptionsRow
  syncEpoch: SyncEpochRow
  takeBackLinks: TakeBackLinksRow
  trailLines: TrailLinesRow
  trailUpdates: TrailUpdatesRow
  unusedPhotoFiles: UnusedPhotoFilesRow
  warningFeeds: WarningFeedsRow
  webhookMessages: WebhookMessagesRow
  webhookTries: WebhookTriesRow
  webhooks: WebhooksRow
  workDays: WorkDaysRow
}
