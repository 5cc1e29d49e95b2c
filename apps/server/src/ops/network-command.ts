/**
 * A site has a settings file in NETWORKS_DIR and a database with two roles: the owner, and the role that the server logs in with. Running
 * processes notice changes within a minute, or on the first request.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import webpush from 'web-push'
import { readSiteContent } from '../features/site/site.ts'
import { type Environment, environmentOf, NETWORK_NAME, networkFile, readNetworkFiles } from '../hosting/network-files.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { readConfig } from '../read-config.ts'
import { NETWORKS_MAP } from './doctor/doctor-checks.ts'
import type { OpsCommand } from './ops-command.ts'

const USAGE = 'network list | add NAME --site FOLDER --url https://… | remove NAME [--data]'

type Wish = { folder: string; name: string; environment: Environment }

function adminUrl({ NETWORKS_ADMIN_URL: url }: Environment): URL {
  if (!url || !URL.canParse(url))
    throw new Error('NETWORKS_ADMIN_URL must be the address of a PostgreSQL role that may create databases and roles.')
  return new URL(url)
}

async function withAdmin<T>(environment: Environment, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl(environment).href, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const rolesOf = (name: string) => ({ owner: `${name}_owner`, serving: `${name}_server` })
const quoted = pg.escapeIdentifier
const removedFile = (folder: string, name: string) => `${networkFile(folder, name)}.removed`

function urlFor(environment: Environment, name: string, role: string, password: string): string {
  const url = adminUrl(environment)
  Object.assign(url, { username: role, password, pathname: `/${name}` })
  return url.href
}

async function makeDatabase({ environment, name }: Wish): Promise<{ DATABASE_URL: string; MIGRATION_DATABASE_URL: string }> {
  const { owner, serving } = rolesOf(name)
  // Hexadecimal passwords need no quoting.
  const [ownerPassword, servingPassword] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')]
  await withAdmin(environment, async (client) => {
    const { rowCount } = await client.query(
      'select from pg_database where datname = $1 union all select from pg_roles where rolname = any ($2)',
      [name, [owner, serving]],
    )
    if (rowCount)
      throw new Error(`The database or a role of ${name} already exists. If it is not needed: npm run ops -- network remove ${name} --data`)
    await client.query(`create role ${quoted(owner)} login password '${ownerPassword}'`)
    await client.query(`create role ${quoted(serving)} login password '${servingPassword}'`)
    // A role that isn't a superuser must be a member of the owner role before it can create a database for that owner.
    await client.query(`grant ${quoted(owner)} to current_user`)
    await client.query(`create database ${quoted(name)} owner ${quoted(owner)}`)
    await client.query(`revoke connect, temporary on database ${quoted(name)} from public`)
    await client.query(`grant connect on database ${quoted(name)} to ${quoted(serving)}`)
  })
  return {
    DATABASE_URL: urlFor(environment, name, serving, servingPassword),
    MIGRATION_DATABASE_URL: urlFor(environment, name, owner, ownerPassword),
  }
}

async function add(wish: Wish, site: string, url: string): Promise<number> {
  const { folder, name, environment } = wish
  const file = networkFile(folder, name)
  if (existsSync(file)) throw new Error(`The network ${name} already exists.`)
  const { networks } = await readNetworkFiles(environment, folder)
  const { hostname } = new URL(url)
  const twin = networks.find((network) => network.hostname === hostname)
  if (twin) throw new Error(`${hostname} is the address of ${twin.name}.`)
  const placeholder = { SITE: site, PUBLIC_URL: url, DATABASE_URL: 'postgres://localhost/none' }
  const config = readConfig(environmentOf(environment, name, placeholder))
  await readSiteContent(join(config.SITES_DIR, site), config.HELP_DIR)
  const urls = await makeDatabase(wish)
  await prepareDatabase(urls)
  const keys = webpush.generateVAPIDKeys()
  const settings = { SITE: site, PUBLIC_URL: url, ...urls, VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey }
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
  // A running process may read the folder at any time and must never see an incomplete file.
  await writeFile(`${file}.new`, lines.join(''), { mode: 0o600 })
  await rename(`${file}.new`, file)
  console.log(`${name} is served at ${url}. Its settings: ${file}`)
  console.log(`nginx needs a line in ${NETWORKS_MAP}: ${hostname} ${name};`)
  console.log(`Its first administrator: NETWORK=${name} npm run admin -- create you@example.org`)
  return 0
}

async function list(folder: string, environment: Environment): Promise<number> {
  const { networks, problems } = await readNetworkFiles(environment, folder)
  for (const { name, config } of networks) {
    const client = new pg.Client({ connectionString: config.DATABASE_URL, connectionTimeoutMillis: 3000 })
    client.on('error', () => undefined)
    const size = await client
      .connect()
      .then(() => client.query<{ size: string }>('select pg_size_pretty(pg_database_size(current_database())) as size'))
      .then(({ rows }) => rows[0]?.size)
      .catch((error: unknown) => `its database is not responding (${(error as { code?: string }).code ?? 'no reason given'})`)
    await client.end().catch(() => undefined)
    console.log([name, config.PUBLIC_URL, config.SITE, size].join('\t'))
  }
  for (const { name, problem } of problems) console.log(`${name}\tnot served: ${problem}`)
  console.log(`${networks.length} networks served, ${problems.length} not.`)
  return problems.length > 0 ? 2 : 0
}

/** The first step stops serving the site. The second, with `--data`, deletes its data, which can't be undone. */
async function remove({ folder, name, environment }: Wish, data: boolean): Promise<number> {
  const [file, removed] = [networkFile(folder, name), removedFile(folder, name)]
  if (!data) {
    if (!existsSync(file)) throw new Error(`There is no network ${name}.`)
    await rename(file, removed)
    console.log(`${name} is no longer served. Its database and photos are unchanged.`)
    console.log(`To serve it again: mv ${removed} ${file}. To delete its data permanently: npm run ops -- network remove ${name} --data`)
    return 0
  }
  if (existsSync(file)) throw new Error(`${name} is still served: npm run ops -- network remove ${name}`)
  await withAdmin(environment, async (client) => {
    await client.query(`drop database if exists ${quoted(name)} with (force)`)
    for (const role of Object.values(rolesOf(name))) await client.query(`drop role if exists ${quoted(role)}`)
  })
  const { PHOTOS_DIR: photos } = environmentOf(environment, name, {})
  if (photos && environment.PHOTOS_DIR) await rm(photos, { recursive: true, force: true })
  await rm(removed, { force: true })
  console.log(`The database, roles, photos and settings of ${name} were deleted. Backups still contain them.`)
  return 0
}

export const networkCommand: OpsCommand = {
  usage: USAGE,
  read(args) {
    const options = { site: { type: 'string' }, url: { type: 'string' }, data: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [what, name = ''] = positionals
    const isNamed = NETWORK_NAME.test(name)
    const { site, url, data } = values
    const folderIn = ({ NETWORKS_DIR: folder }: Environment) => {
      if (!folder) throw new Error('NETWORKS_DIR is not set. It must be the folder with one settings file for each network.')
      return folder
    }
    if (what === 'list') return (environment) => list(folderIn(environment), environment)
    if (what === 'add' && isNamed && site && url && URL.canParse(url))
      return (environment) => add({ folder: folderIn(environment), name, environment }, site, url)
    if (what === 'remove' && isNamed) return (environment) => remove({ folder: folderIn(environment), name, environment }, data)
    return null
  },
}
