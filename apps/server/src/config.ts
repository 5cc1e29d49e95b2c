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
})

export type Config = z.infer<typeof Environment>

/** Settings from the environment, or an error whose sentence names every wrong one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(environment)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.')
    return environment[name] === undefined ? `${name} is not set` : `${name} is wrong: ${issue.message}`
  })
  throw new Error(`The server cannot start: ${faults.join('; ')}.`)
}
