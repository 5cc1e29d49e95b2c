import { resolve } from 'node:path'
import * as z from 'zod'

const root = resolve(import.meta.dirname, '../../..')

const PostgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })

export const LOOPBACK_URL = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/

const DatabaseUrls = z.object({
  DATABASE_URL: PostgresUrl.describe('Address of the PostgreSQL database. In production, use a role that does not own the tables.'),
  MIGRATION_DATABASE_URL: PostgresUrl.optional().describe(
    'Address of the same database with the role that owns the tables. Used only for migrations. If it is not set, migrations use `DATABASE_URL`.',
  ),
})

/** Each feature declares its own settings. docs/configuration.md is generated from all of them (`npm run docs:configuration`). */
export const ServerSettings = DatabaseUrls.extend({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('Port to listen on.'),
  SITE: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be the name of a folder under sites')
    .default('st-helens')
    .describe('Site to serve: the name of a folder in `SITES_DIR`.'),
  SITES_DIR: z.string().default(resolve(root, 'sites')).describe('Folder that contains the site folders.'),
  WEB_DIST: z.string().default(resolve(root, 'apps/web/dist')).describe('Folder with the built web app.'),
  HELP_DIR: z.string().default(resolve(root, 'apps/web/help')).describe('Folder with the help pages, which are the same for every site.'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('Minimum level of log entries.'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((address) => address.trim())
        .filter(Boolean),
    )
    .describe(
      "Addresses of your own proxies, separated by commas. Only these may report a visitor's address (X-Forwarded-For). The server rejects requests from other proxies.",
    ),
  REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(3000)
    .describe(
      'Requests to `/api` per minute from one IP address. The default is high because phones on the same mobile network share IP addresses.',
    ),
  HEADERS_SECONDS: z.coerce.number().positive().max(60).default(15).describe("Maximum time to receive a request's headers."),
  REQUEST_SECONDS: z.coerce
    .number()
    .positive()
    .max(600)
    .default(120)
    .describe('Maximum time to receive a complete request, including any photo.'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(10)
    .describe('Database connections for requests. Emails use up to eight more.'),
  DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(8000)
    .default(2000)
    .describe(
      'How long the server keeps responding while it is stopping, so that proxies and open connections can move to another process.',
    ),
  SAMPLE_DATA: z.stringbool().default(false).describe('Puts sample records into an empty database. Rejected in production.'),
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('production')
    .describe('Type of deployment. In production, the server checks settings more strictly.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .optional()
    .describe("The app's address for users. Links in emails start with it. In production, it must be https, except on this machine."),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .optional()
    .describe('Mail server.'),
  DEV_MAIL: z
    .stringbool()
    .default(false)
    .describe(
      'Shows emails at `/dev/mail` instead of sending them. Rejected in production, because anyone who can read these emails can take over any account.',
    ),
  MAIL_FROM: z.string().default('Trailwarden <no-reply@localhost>').describe('Sender of emails.'),
  FAN_OUT_BATCH: z.coerce
    .number()
    .int()
    .min(1)
    .max(5000)
    .default(1000)
    .describe('Number of emails to subscribers queued in one transaction.'),
  METRICS_TOKEN: z
    .string()
    .min(24, 'must be at least 24 characters long')
    .optional()
    .describe('Bearer token for `/metrics`. If it is not set, that address returns a 404.'),
  ERROR_DSN: z
    .string()
    .regex(/^(https:\/\/|http:\/\/)[^:@/]+@[^/]+\/.*[^/]$/, 'must be the DSN that the collector shows: https://key@host/project')
    .refine((dsn) => dsn.startsWith('https:') || LOOPBACK_URL.test(dsn.replace(/\/\/[^@]+@/, '//')), 'must begin with https://')
    .optional()
    .describe(
      'DSN for reporting server errors with the Sentry protocol. Reports do not contain personal data. Without it, no reports are sent.',
    ),
  SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https|tel)$/, error: 'must be a mailto:, https: or tel: address' })
    .optional()
    .describe('Contact for reporting a vulnerability (`mailto:`, `https:` or `tel:`), shown at `/.well-known/security.txt`.'),
  PHOTOS_DIR: z.string().default(resolve(root, '.local/photos')).describe('Folder for photos. Must not be served over HTTP.'),
  PHOTOS_S3_ENDPOINT: z
    .string()
    .regex(/^https:\/\/|^http:\/\/(localhost|127\.\d+\.\d+\.\d+)(:\d+)?\//, 'must be an https address with the name of the bucket')
    .optional()
    .describe('Address of the bucket for photos, with its name as the path. `PHOTOS_DIR` is still used for uploads in progress.'),
  PHOTOS_S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  PHOTOS_S3_KEY_ID: z.string().min(1).optional().describe('ID of the access key for the bucket. Required with `PHOTOS_S3_ENDPOINT`.'),
  PHOTOS_S3_SECRET: z.string().min(1).optional().describe('Secret access key for the bucket. Required with `PHOTOS_S3_ENDPOINT`.'),
  OUTBOUND_LOOPBACK: z
    .stringbool()
    .default(false)
    .describe('For tests only: allows feeds and push services on this machine. Rejected in production.'),
  FAULT_KILL_AT: z.string().optional().describe('For fault tests only: ends the process at a sync milestone. Rejected in production.'),
})

type Settings = z.infer<typeof ServerSettings>

export type Config = Settings & { PUBLIC_URL: string; BASE_MAP_TOKENS: Readonly<Record<string, string>> }

// Without a mail server, or with links to localhost, emails would fail days later and nobody would notice.
export const NEEDED_IN_PRODUCTION = ['PUBLIC_URL', 'SMTP_URL'] as const

export function problemsInProduction(environment: Record<string, string | undefined>, settings: Settings | undefined): string[] {
  const problems: string[] = NEEDED_IN_PRODUCTION.filter((name) => environment[name] === undefined).map((name) => `${name} is not set`)
  if (settings?.SAMPLE_DATA) problems.push('SAMPLE_DATA creates accounts with a public password and must not be used in production')
  if (settings?.DEV_MAIL) problems.push('DEV_MAIL shows everybody’s emails and must not be used in production')
  // Browsers trust loopback addresses like https, so a production build can be tried on one machine.
  const url = settings?.PUBLIC_URL
  if (url?.startsWith('http:') && !LOOPBACK_URL.test(url))
    problems.push('PUBLIC_URL must begin with https://, because session cookies are only sent over https')
  if (settings?.OUTBOUND_LOOPBACK) problems.push('OUTBOUND_LOOPBACK lets links from other people reach this machine and is for tests only')
  if (environment.FAULT_KILL_AT !== undefined) problems.push('FAULT_KILL_AT is for fault tests only')
  return problems
}

type Parsed = { error?: z.ZodError | undefined }

export const problemsOf = ({ error }: Parsed, environment: Record<string, string | undefined>): string[] =>
  error?.issues.map((issue) => {
    const name = issue.path.join('.')
    if (name === '') return issue.message
    return environment[name] === undefined ? `${name} is not set` : `${name} is wrong: ${issue.message}`
  }) ?? []

export function readDatabaseUrls(environment: Record<string, string | undefined>): z.infer<typeof DatabaseUrls> {
  const parsed = DatabaseUrls.safeParse(environment)
  if (parsed.success) return parsed.data
  throw new Error(`The database cannot be migrated: ${problemsOf(parsed, environment).join('; ')}.`)
}
