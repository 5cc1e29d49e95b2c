import * as z from 'zod'
import { Environment as Settings } from '../config.ts'
import type { Environment } from './network-files.ts'

const HostSettings = Settings.pick({
  HOST: true,
  PORT: true,
  NODE_ENV: true,
  LOG_LEVEL: true,
  TRUSTED_PROXIES: true,
  HEADERS_SECONDS: true,
  REQUEST_SECONDS: true,
  DRAIN_MS: true,
  METRICS_TOKEN: true,
  WEB_DIST: true,
}).extend({
  NETWORKS_DIR: z.string().min(1),
  /** The most connections to PostgreSQL that this process opens, for all its networks together. */
  DATABASE_CONNECTIONS: z.coerce.number().int().min(10).max(1000).default(250),
  /** A network that nobody has asked for this long is closed until somebody does. */
  NETWORK_IDLE_MINUTES: z.coerce.number().positive().max(1440).default(15),
  /** What one network may ask of this process in the long run, streams of events aside; twice as much at once. */
  NETWORK_REQUESTS_PER_SECOND: z.coerce.number().int().positive().default(100),
})
export type HostConfig = z.infer<typeof HostSettings>

export function readHostConfig(environment: Environment): HostConfig {
  const parsed = HostSettings.safeParse(environment)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} is wrong: ${issue.message}`)
  throw new Error(`The server cannot start: ${problems.join('; ')}.`)
}
