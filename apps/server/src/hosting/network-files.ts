/**
 * If one process serves many sites, the folder NETWORKS_DIR has a file NAME.env for each site, with the lines that the site would have in
 * its own environment. Shared settings (mail server, limits) are in the environment of the process.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type Config, readConfig } from '../read-config.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export const NETWORK_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
const ENDING = '.env'

export const networkFile = (folder: string, name: string) => join(folder, `${name}${ENDING}`)

/** A site must never get its data, address and keys from another site or from the process. */
const OF_ONE_NETWORK =
  /^(DATABASE_URL|MIGRATION_DATABASE_URL|PUBLIC_URL|SITE|SAMPLE_DATA|SECURITY_CONTACT|PHOTOS_S3_\w+|VAPID_(PUBLIC|PRIVATE)_KEY|STRIPE_\w+|OIDC_\w+|BASE_MAP_TOKEN_\w+)$/
/** These settings can only be set for the whole process. */
const OF_THE_PROCESS =
  /^(HOST|PORT|TRUSTED_PROXIES|NODE_ENV|LOG_LEVEL|HEADERS_SECONDS|REQUEST_SECONDS|DRAIN_MS|METRICS_TOKEN|WEB_DIST|NETWORKS?(_\w+)?|DATABASE_CONNECTIONS)$/

/** Each site has a small pool. All pools share DATABASE_CONNECTIONS. */
const POOL_OF_A_NETWORK = '4'

export function environmentOf(process_: Environment, name: string, settings: Environment): Environment {
  const shared = Object.entries(process_).filter(([key]) => !OF_ONE_NETWORK.test(key))
  return {
    DATABASE_POOL: POOL_OF_A_NETWORK,
    ...Object.fromEntries(shared),
    SITE: name,
    ...(process_.PHOTOS_DIR && { PHOTOS_DIR: join(process_.PHOTOS_DIR, name) }),
    // Metrics and draining apply to the whole process, not to single sites.
    METRICS_TOKEN: undefined,
    DRAIN_MS: '0',
    ...settings,
  }
}

function readSettings(content: string): Environment {
  const settings = parseEnv(content)
  const misplaced = Object.keys(settings).filter((key) => OF_THE_PROCESS.test(key))
  if (misplaced.length > 0) throw new Error(`${misplaced.join(', ')} can only be set for the process, not for one network`)
  return settings
}

export type NetworkSettings = { name: string; hostname: string; config: Config; text: string }
export type NetworkFiles = { networks: NetworkSettings[]; problems: { name: string; problem: string }[] }

/** Different spellings of the local machine, the default port or characters give one result. */
const databaseOf = ({ config }: NetworkSettings) => {
  const { hostname, port, pathname, searchParams } = new URL(config.DATABASE_URL)
  const host = (searchParams.get('host') ?? hostname).toLowerCase()
  const isThisMachine = ['', 'localhost', '::1', '[::1]'].includes(host) || host.startsWith('127.') || host.startsWith('/')
  const name = searchParams.get('dbname') ?? decodeURIComponent(pathname.slice(1))
  return [isThisMachine ? 'localhost' : host, searchParams.get('port') ?? (port || '5432'), name].join(' ')
}

/** Neither of two sites with one address or database is used, because one would show the other's data. */
export async function readNetworkFiles(process_: Environment, folder: string): Promise<NetworkFiles> {
  const names = (await readdir(folder)).filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length))
  const read: NetworkSettings[] = []
  const problems: NetworkFiles['problems'] = []
  for (const name of names.sort()) {
    try {
      if (!NETWORK_NAME.test(name)) throw new Error('a name may contain only lower-case letters, digits and hyphens')
      const text = await readFile(networkFile(folder, name), 'utf8')
      const config = readConfig(environmentOf(process_, name, readSettings(text)))
      read.push({ name, hostname: new URL(config.PUBLIC_URL).hostname, config, text })
    } catch (error) {
      problems.push({ name, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  const networks = read.filter((network) => {
    const twin = read.find(
      (other) => other !== network && (other.hostname === network.hostname || databaseOf(other) === databaseOf(network)),
    )
    if (twin) problems.push({ name: network.name, problem: `it uses the same address or database as ${twin.name}` })
    return !twin
  })
  return { networks, problems }
}

export async function environmentOfCommand(process_: Environment): Promise<Environment> {
  const { NETWORK: name, NETWORKS_DIR: folder } = process_
  if (!name) return process_
  if (!folder || !NETWORK_NAME.test(name)) throw new Error('NETWORK must be the name of a network in NETWORKS_DIR.')
  const text = await readFile(networkFile(folder, name), 'utf8').catch(() => {
    throw new Error(`There is no network ${name}. List the networks with npm run ops -- network list.`)
  })
  return environmentOf(process_, name, readSettings(text))
}
