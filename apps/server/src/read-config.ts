import type * as z from 'zod'
import { problemsInProduction, problemsOf, type Config as ServerConfig, ServerSettings } from '#config.ts'
import type { FeatureModule, SettingsOf } from '#core/feature.ts'
import { MODULES } from './features.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A feature receives only the server's settings and its own. */
export type Config = ServerConfig & SettingsOf<typeof MODULES>

/** docs/configuration.md is generated from these schemas. */
export const SETTINGS: readonly z.ZodObject[] = [
  ServerSettings,
  ...Object.values(MODULES).flatMap(({ config }: FeatureModule) => (config ? [config] : [])),
]

const baseMapTokensIn = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (name.startsWith('BASE_MAP_TOKEN_') && value ? [[name, value]] : [])),
  )

export function readConfig(environment: Environment): Config {
  const { data: server } = ServerSettings.safeParse(environment)
  const parsed = SETTINGS.map((schema) => schema.safeParse(environment))
  const problems = parsed.flatMap((one) => problemsOf(one, environment))
  if ((environment.NODE_ENV ?? 'production') === 'production') problems.push(...problemsInProduction(environment, server))
  else if (server && !server.SMTP_URL && !server.DEV_MAIL)
    problems.push('neither SMTP_URL nor DEV_MAIL is set, so emails have nowhere to go')
  if (server?.PHOTOS_S3_ENDPOINT && !(server.PHOTOS_S3_KEY_ID && server.PHOTOS_S3_SECRET))
    problems.push('PHOTOS_S3_ENDPOINT needs PHOTOS_S3_KEY_ID and PHOTOS_S3_SECRET')
  if (!server || problems.length > 0) throw new Error(`The server cannot start: ${problems.join('; ')}.`)
  const own = { PUBLIC_URL: server.PUBLIC_URL ?? `http://localhost:${server.PORT}`, BASE_MAP_TOKENS: baseMapTokensIn(environment) }
  // Each schema has checked its own settings, but TypeScript can't combine the types in a list.
  return Object.assign({}, ...parsed.map(({ data }) => data), own) as Config
}
