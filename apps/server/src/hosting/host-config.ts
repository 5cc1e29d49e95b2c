import * as z from 'zod'
import { ServerSettings } from '../config.ts'
import type { Environment } from './network-files.ts'

export const HostSettings = ServerSettings.pick({
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
  NETWORKS_DIR: z.string().min(1).describe('Folder with one settings file for each site. If it is set, one process serves all of them.'),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(10)
    .max(1000)
    .default(250)
    .describe('Maximum number of database connections that this process opens, for all its sites together.'),
  NETWORK_IDLE_MINUTES: z.coerce
    .number()
    .positive()
    .max(1440)
    .default(15)
    .describe('Minutes without requests after which a site is closed, until the next request opens it again.'),
  NETWORK_REQUESTS_PER_SECOND: z.coerce
    .number()
    .int()
    .positive()
    .default(100)
    .describe('Average requests per second to one site in this process, excluding event streams. One burst can contain twice as many.'),
})
export type HostConfig = z.infer<typeof HostSettings>

export function readHostConfig(environment: Environment): HostConfig {
  const parsed = HostSettings.safeParse(environment)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} is wrong: ${issue.message}`)
  throw new Error(`The server cannot start: ${problems.join('; ')}.`)
}
