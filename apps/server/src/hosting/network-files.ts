/**
 * Many networks in one process are a folder of settings, NETWORKS_DIR: one file for each, NAME.env, with the lines that a network of its
 * own would have in its environment. What all have in common (mail server, limits) stands in the environment of the process.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type Config, readConfig } from '../config.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export const NETWORK_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
const ENDING = '.env'

export const networkFile = (folder: string, name: string) => join(folder, `${name}${ENDING}`)

/** What one network must never get from another's, nor from the process: its data, its address, its keys. */
const OF_ONE_NETWORK =
  /^(DATABASE_URL|MIGRATION_DATABASE_URL|PUBLIC_URL|SITE|SAMPLE_DATA|SECURITY_CONTACT|PHOTOS_S3_\w+|STRIPE_\w+|OIDC_\w+|BASE_MAP_TOKEN_\w+)$/
/** What only a process has. */
const OF_THE_PROCESS =
  /^(HOST|PORT|TRUSTED_PROXIES|NODE_ENV|LOG_LEVEL|HEADERS_SECONDS|REQUEST_SECONDS|DRAIN_MS|METRICS_TOKEN|WEB_DIST|NETWORKS?(_\w+)?|DATABASE_CONNECTIONS)$/

/** Of the pools of many networks each is small; together they have DATABASE_CONNECTIONS. */
const POOL_OF_A_NETWORK = '4'

/** The environment that this network would have, were it alone in a process. */
export function environmentOf(process_: Environment, name: string, settings: Environment): Environment {
  const shared = Object.entries(process_).filter(([key]) => !OF_ONE_NETWORK.test(key))
  return {
    DATABASE_POOL: POOL_OF_A_NETWORK,
    ...Object.fromEntries(shared),
    SITE: name,
    ...(process_.PHOTOS_DIR && { PHOTOS_DIR: join(process_.PHOTOS_DIR, name) }),
    // The process itself is scraped and drained, not each of its networks.
    METRICS_TOKEN: undefined,
    DRAIN_MS: '0',
    ...settings,
  }
}

function readSettings(content: string): Environment {
  const settings = parseEnv(content)
  const misplaced = Object.keys(settings).filter((key) => OF_THE_PROCESS.test(key))
  if (misplaced.length > 0) throw new Error(`${misplaced.join(', ')} can be set for the process only, not for one network`)
  return settings
}

/** `text`: the file as it was read, by which a change is noticed. */
export type NetworkSettings = { name: string; hostname: string; config: Config; text: string }
export type NetworkFiles = { networks: NetworkSettings[]; problems: { name: string; problem: string }[] }

const databaseOf = ({ config }: NetworkSettings) => {
  const { host, pathname } = new URL(config.DATABASE_URL)
  return `${host}${pathname}`
}

/** All networks whose settings can be used. Of two with one address or one database neither can: whose data would be shown? */
export async function readNetworkFiles(process_: Environment, folder: string): Promise<NetworkFiles> {
  const names = (await readdir(folder)).filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length))
  const read: NetworkSettings[] = []
  const problems: NetworkFiles['problems'] = []
  for (const name of names.sort()) {
    try {
      if (!NETWORK_NAME.test(name)) throw new Error('a name has only small letters, digits and hyphens')
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
    if (twin) problems.push({ name: network.name, problem: `it has the address or the database of ${twin.name}` })
    return !twin
  })
  return { networks, problems }
}

/** For commands about one network: with NETWORK set, the environment that it has among many. */
export async function environmentOfCommand(process_: Environment): Promise<Environment> {
  const { NETWORK: name, NETWORKS_DIR: folder } = process_
  if (!name) return process_
  if (!folder || !NETWORK_NAME.test(name)) throw new Error('NETWORK is the name of a network in NETWORKS_DIR.')
  const text = await readFile(networkFile(folder, name), 'utf8').catch(() => {
    throw new Error(`There is no network ${name}: npm run ops -- network list`)
  })
  return environmentOf(process_, name, readSettings(text))
}
