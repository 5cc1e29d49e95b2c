import { resolve } from 'node:path'
import * as z from 'zod'

const root = resolve(import.meta.dirname, '../../..')

const Environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }),
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
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10),
  /** How long a stopping server goes on answering, so that proxies and open connections can turn elsewhere. */
  DRAIN_MS: z.coerce.number().int().min(0).max(8000).default(2000),
  /** Puts sample records into an empty database: for development and demonstrations. */
  SAMPLE_DATA: z.stringbool().default(false),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Where people reach the app: the links in letters begin with it. Never taken from a request, whose Host anyone can choose. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  /** The mail server; without one, letters are kept in memory and shown at /dev/mail. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().default('Trailwarden <no-reply@localhost>'),
  /** Tries in 15 minutes, for one account from one address, and from one address altogether. */
  SIGN_IN_TRIES_PER_ACCOUNT: z.coerce.number().int().positive().default(5),
  SIGN_IN_TRIES_PER_ADDRESS: z.coerce.number().int().positive().default(20),
  /** In an hour: accounts from one address, and letters with a link for one e-mail address. */
  REGISTRATIONS_PER_ADDRESS: z.coerce.number().int().positive().default(5),
  RESETS_PER_EMAIL: z.coerce.number().int().positive().default(3),
  /** Where photos are kept; never inside a folder that is served. */
  PHOTOS_DIR: z.string().default(resolve(root, '.local/photos')),
  /** What one person may send in the long run, and at once after days without signal. */
  COMMANDS_PER_MINUTE: z.coerce.number().positive().default(120),
  COMMANDS_AT_ONCE: z.coerce.number().int().min(50).default(600),
  PHOTOS_PER_HOUR: z.coerce.number().positive().default(30),
  PHOTOS_AT_ONCE: z.coerce.number().int().positive().default(100),
  /** For drills: ends the process at a milestone of sync. The server does not start with it in production. */
  DRILL_KILL_AT: z.string().optional(),
})

export type Config = z.infer<typeof Environment> & { PUBLIC_URL: string }

// On the open net a letter without a mail server, or with a link to localhost, would fail a person days later and unseen.
const NEEDED_IN_PRODUCTION = ['PUBLIC_URL', 'SMTP_URL'] as const

/** Settings from the environment, or an error whose sentence names every wrong one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(environment)
  const faults =
    parsed.error?.issues.map((issue) => {
      const name = issue.path.join('.')
      return environment[name] === undefined ? `${name} is not set` : `${name} is wrong: ${issue.message}`
    }) ?? []
  if (environment.NODE_ENV === 'production') {
    if (parsed.data?.SAMPLE_DATA) faults.push('SAMPLE_DATA makes accounts whose password everyone can read, and is not for production')
    faults.push(...NEEDED_IN_PRODUCTION.filter((name) => environment[name] === undefined).map((name) => `${name} is not set`))
  }
  if (environment.NODE_ENV === 'production' && environment.DRILL_KILL_AT !== undefined) faults.push('DRILL_KILL_AT is for drills only')
  if (parsed.success && faults.length === 0) {
    return { ...parsed.data, PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}` }
  }
  throw new Error(`The server cannot start: ${faults.join('; ')}.`)
}
