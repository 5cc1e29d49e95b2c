import { resolve } from 'node:path'
import * as z from 'zod'

const root = resolve(import.meta.dirname, '../../..')

const PostgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })

const LOOPBACK_URL = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/

const DatabaseUrls = z.object({
  DATABASE_URL: PostgresUrl,
  /** Of the role that owns the tables, for migrations alone. Without it, that of DATABASE_URL does both. */
  MIGRATION_DATABASE_URL: PostgresUrl.optional(),
})

export const Environment = DatabaseUrls.extend({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Folder name under SITES_DIR: which trail network this server speaks for. */
  SITE: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be the name of a folder under sites')
    .default('st-helens'),
  SITES_DIR: z.string().default(resolve(root, 'sites')),
  WEB_DIST: z.string().default(resolve(root, 'apps/web/dist')),
  /** The product's own help pages, the same for every network. */
  HELP_DIR: z.string().default(resolve(root, 'apps/web/help')),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Addresses of our own proxies, comma separated. Only they are believed about the visitor's address (X-Forwarded-For). */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((address) => address.trim())
        .filter(Boolean),
    ),
  /** Requests to /api from one address in a minute. Generous, because phones of one carrier share addresses. */
  REQUESTS_PER_MINUTE: z.coerce.number().int().positive().default(3000),
  /** How long the headers of a request, and a whole request with its photo, may take to arrive. nginx hands on only whole requests. */
  HEADERS_SECONDS: z.coerce.number().positive().max(60).default(15),
  REQUEST_SECONDS: z.coerce.number().positive().max(600).default(120),
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10),
  /** How long a stopping server goes on answering, so that proxies and open connections can turn elsewhere. */
  DRAIN_MS: z.coerce.number().int().min(0).max(8000).default(2000),
  /** Puts sample records into an empty database: for development and demonstrations. */
  SAMPLE_DATA: z.stringbool().default(false),
  /** Production unless something else is asked for: a server started with too few settings refuses, and opens nothing. */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  /** Where people reach the app: links in emails begin with it. Never taken from a request, whose Host anyone can choose. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  /** Shows emails at /dev/mail instead of sending them: its readers can take over any account. Set by `npm run dev` and tests. */
  DEV_MAIL: z.stringbool().default(false),
  MAIL_FROM: z.string().default('Trailwarden <no-reply@localhost>'),
  /** How long data is stored (docs/security.md): the notice to an account that nobody uses, its end, and the end of what was deleted. */
  RETENTION_NOTICE_MONTHS: z.coerce.number().int().min(3).max(120).default(12),
  RETENTION_FORGET_MONTHS: z.coerce.number().int().min(6).max(240).default(24),
  RETENTION_PURGE_DAYS: z.coerce.number().int().min(30).max(3650).default(90),
  /** Emails to subscribers that are queued in one transaction. */
  FAN_OUT_BATCH: z.coerce.number().int().min(1).max(5000).default(1000),
  /** Limits on accounts: docs/security.md says why each is what it is. Tries in 15 minutes, for one account from one address or known
   * device, and from one address altogether; in an hour, for one account from all unknown devices together. */
  SIGN_IN_TRIES_PER_ACCOUNT: z.coerce.number().int().positive().default(5),
  SIGN_IN_TRIES_PER_ADDRESS: z.coerce.number().int().positive().default(20),
  SIGN_IN_TRIES_FROM_ANYWHERE: z.coerce.number().int().positive().default(20),
  /** Sign-ins with a passkey begun from one address in 15 minutes. */
  PASSKEY_TRIES_PER_ADDRESS: z.coerce.number().int().positive().default(60),
  /** Accounts made from one address in an hour. */
  REGISTRATIONS_PER_ADDRESS: z.coerce.number().int().positive().default(60),
  /** Emails with a link, in an hour: for one email address as one address or known device asks, and as all others together ask. */
  RESETS_PER_EMAIL: z.coerce.number().int().positive().default(3),
  RESETS_FROM_ANYWHERE: z.coerce.number().int().positive().default(10),
  /** From one address in 15 minutes. */
  RESETS_PER_ADDRESS: z.coerce.number().int().positive().default(20),
  /** Requests for trail status by email: for one email address in an hour, from one address in 15 minutes. */
  SUBSCRIPTIONS_PER_EMAIL: z.coerce.number().int().positive().default(3),
  SUBSCRIPTIONS_PER_ADDRESS: z.coerce.number().int().positive().default(20),
  /** Phones that ask for alerts or change them, from one address in 15 minutes. Generous: riders at a trail head share a carrier's address. */
  FOLLOWS_PER_ADDRESS: z.coerce.number().int().positive().default(100),
  /** The keys that pushes are signed with, from `npm run ops -- vapid-keys` (docs/operations.md). Without them alerts go by email alone. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{87}$/, 'must be the public key that `npm run ops -- vapid-keys` shows')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be the private key that `npm run ops -- vapid-keys` shows')
    .optional(),
  /** Whom a push service writes to when our pushes make trouble. Without it, PUBLIC_URL. */
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:.+@.+|https:\/\/.+)$/, 'must be a mailto: or https: address')
    .optional(),
  /** Opens /metrics to Prometheus, which sends it as a bearer token (docs/operations.md). Without it nothing is there. */
  METRICS_TOKEN: z.string().min(24, 'must be at least 24 characters long').optional(),
  /** Where our own errors are reported, in Sentry's protocol; personal data is not (docs/operations.md). Without it nothing is sent. */
  ERROR_DSN: z
    .string()
    .regex(/^(https:\/\/|http:\/\/)[^:@/]+@[^/]+\/.*[^/]$/, 'must be the DSN that the collector shows: https://key@host/project')
    .refine((dsn) => dsn.startsWith('https:') || LOOPBACK_URL.test(dsn.replace(/\/\/[^@]+@/, '//')), 'must begin with https://')
    .optional(),
  /** Contact for reporting a vulnerability; without it, /.well-known/security.txt is not served. */
  SECURITY_CONTACT: z.url({ protocol: /^(mailto|https|tel)$/, error: 'must be a mailto:, https: or tel: address' }).optional(),
  /** Where photos are stored; never inside a folder that is served. */
  PHOTOS_DIR: z.string().default(resolve(root, '.local/photos')),
  /** A bucket for photos instead, with its name as the path of the address (docs/operations.md). PHOTOS_DIR still receives uploads. */
  PHOTOS_S3_ENDPOINT: z
    .string()
    .regex(/^https:\/\/|^http:\/\/(localhost|127\.\d+\.\d+\.\d+)(:\d+)?\//, 'must be an https address with the name of the bucket')
    .optional(),
  PHOTOS_S3_REGION: z.string().default('us-east-1'),
  PHOTOS_S3_KEY_ID: z.string().min(1).optional(),
  PHOTOS_S3_SECRET: z.string().min(1).optional(),
  /** What one person may send in the long run, and at once after days without signal. */
  COMMANDS_PER_MINUTE: z.coerce.number().positive().default(60),
  COMMANDS_AT_ONCE: z.coerce.number().int().min(50).default(2500),
  COMMANDS_PER_DAY: z.coerce.number().int().min(50).default(10_000),
  PHOTOS_PER_HOUR: z.coerce.number().positive().default(30),
  PHOTOS_AT_ONCE: z.coerce.number().int().positive().default(100),
  /** What one key may ask in the long run, and as much again at once. In each process. */
  KEY_REQUESTS_PER_MINUTE: z.coerce.number().int().positive().default(120),
  /** How long after a first failure a webhook is tried again; twice as long after each further one, up to an hour. */
  WEBHOOK_RETRY_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
  /** Lets webhooks go to addresses that are not public, and to http on this machine: where the receiver stands beside the server, and tests. */
  WEBHOOK_PRIVATE_ADDRESSES: z.stringbool().default(false),
  /** The payment provider's keys, needed where the site has plans (docs/billing.md). */
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** For tests, instead of the provider's own address: a key must never be sent anywhere else. */
  STRIPE_API_URL: z.string().regex(LOOPBACK_URL, 'must be an http address of this machine').optional(),
  /** The council's own sign-in, an OpenID provider (docs/sign-in.md). Without an issuer there is none. */
  OIDC_ISSUER: z
    .string()
    .refine((url) => (URL.canParse(url) && url.startsWith('https://')) || LOOPBACK_URL.test(url), 'must be an https address')
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** What the button says. */
  OIDC_NAME: z.string().trim().min(1).max(40).default('Council sign-in'),
  /** Whose addresses come in this way: domains, comma separated, or * for all that the provider has confirmed. */
  OIDC_EMAIL_DOMAINS: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((domain) => domain.trim().toLowerCase())
        .filter(Boolean),
    )
    .optional(),
  OIDC_GROUPS_CLAIM: z.string().min(1).default('groups'),
  /** Roles by groups there: `trail-admins=4, trail-crew=2`. */
  OIDC_ROLES: z
    .string()
    .default('')
    .transform((list, context) => {
      const pairs = list.split(',').filter((pair) => pair.trim() !== '')
      const roles = pairs.map((pair) => /^\s*(.+?)\s*=\s*([1-4])\s*$/.exec(pair))
      if (roles.includes(null)) context.addIssue({ code: 'custom', message: 'must be a list such as trail-admins=4, trail-crew=2' })
      return Object.fromEntries(roles.map((match) => [match?.[1] ?? '', Number(match?.[2])])) as Record<string, number>
    }),
  /** For tests: feeds and push services may be on this machine. The server does not start with it in production. */
  OUTBOUND_LOOPBACK: z.stringbool().default(false),
  /** For fault tests: ends the process at a milestone of sync. The server does not start with it in production. */
  FAULT_KILL_AT: z.string().optional(),
})

type Settings = z.infer<typeof Environment>
/** `BASE_MAP_TOKENS`: all settings of the name `BASE_MAP_TOKEN_…`, one for each base map that needs a token. */
export type Config = Settings & { PUBLIC_URL: string; BASE_MAP_TOKENS: Readonly<Record<string, string>> }

// Without a mail server, or with links to localhost, an email would fail its reader days later and unnoticed.
const NEEDED_IN_PRODUCTION = ['PUBLIC_URL', 'SMTP_URL'] as const

function problemsInProduction(environment: Record<string, string | undefined>, settings: Settings | undefined): string[] {
  const problems: string[] = NEEDED_IN_PRODUCTION.filter((name) => environment[name] === undefined).map((name) => `${name} is not set`)
  if (settings?.SAMPLE_DATA) problems.push('SAMPLE_DATA makes accounts whose password everyone can read, and is not for production')
  if (settings?.DEV_MAIL) problems.push('DEV_MAIL shows everybody’s emails, and is not for production')
  // Loopback stays possible, to try a production build on one machine: browsers trust it as they trust https.
  const url = settings?.PUBLIC_URL
  if (url?.startsWith('http:') && !LOOPBACK_URL.test(url))
    problems.push('PUBLIC_URL must begin with https://, because session cookies are only sent over https')
  if (settings?.OUTBOUND_LOOPBACK) problems.push('OUTBOUND_LOOPBACK lets others’ links reach this machine, and is for tests only')
  if (environment.FAULT_KILL_AT !== undefined) problems.push('FAULT_KILL_AT is for fault tests only')
  return problems
}

type Parsed = { error?: z.ZodError | undefined }

const problemsOf = ({ error }: Parsed, environment: Record<string, string | undefined>): string[] =>
  error?.issues.map((issue) => {
    const name = issue.path.join('.')
    return environment[name] === undefined ? `${name} is not set` : `${name} is wrong: ${issue.message}`
  }) ?? []

/** What a migration needs to know: none of the server's other settings. */
export function readDatabaseUrls(environment: Record<string, string | undefined>): z.infer<typeof DatabaseUrls> {
  const parsed = DatabaseUrls.safeParse(environment)
  if (parsed.success) return parsed.data
  throw new Error(`The database cannot be migrated: ${problemsOf(parsed, environment).join('; ')}.`)
}

const baseMapTokensIn = (environment: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (name.startsWith('BASE_MAP_TOKEN_') && value ? [[name, value]] : [])),
  )

/** Settings from the environment, or an error whose sentence names every wrong one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(environment)
  const problems = problemsOf(parsed, environment)
  if ((environment.NODE_ENV ?? 'production') === 'production') problems.push(...problemsInProduction(environment, parsed.data))
  else if (parsed.success && !parsed.data.SMTP_URL && !parsed.data.DEV_MAIL)
    problems.push('neither SMTP_URL nor DEV_MAIL is set, so emails have nowhere to go')
  if (parsed.data?.PHOTOS_S3_ENDPOINT && !(parsed.data.PHOTOS_S3_KEY_ID && parsed.data.PHOTOS_S3_SECRET))
    problems.push('PHOTOS_S3_ENDPOINT needs PHOTOS_S3_KEY_ID and PHOTOS_S3_SECRET')
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = parsed.data ?? {}
  if (parsed.success && (VAPID_PUBLIC_KEY === undefined) !== (VAPID_PRIVATE_KEY === undefined))
    problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together')
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_EMAIL_DOMAINS } = parsed.data ?? {}
  if (OIDC_ISSUER && !(OIDC_CLIENT_ID && OIDC_CLIENT_SECRET && OIDC_EMAIL_DOMAINS?.length))
    problems.push('OIDC_ISSUER needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_EMAIL_DOMAINS')
  if (parsed.success && parsed.data.RETENTION_FORGET_MONTHS <= parsed.data.RETENTION_NOTICE_MONTHS)
    problems.push('RETENTION_FORGET_MONTHS must be more than RETENTION_NOTICE_MONTHS')
  if (parsed.success && problems.length === 0) {
    const PUBLIC_URL = parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}`
    return { ...parsed.data, PUBLIC_URL, BASE_MAP_TOKENS: baseMapTokensIn(environment) }
  }
  throw new Error(`The server cannot start: ${problems.join('; ')}.`)
}
