/**
 * What is missing or unsafe in a deployment, found by looking at the real thing. Every finding says what is so and what to do about it.
 * `wrong`: it does not work, or may lose or give away data. `look`: it works, and could be better.
 */
import { execFile } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MAINTENANCE_LIMIT_HOURS } from '@trailwarden/api'
import { MANAGER } from '@trailwarden/domain'
import nodemailer from 'nodemailer'
import type pg from 'pg'
import { type Config, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { compareMigrations } from '../db/migrate.ts'
import { ownsTables } from '../db/prepare-database.ts'
import { readLastRuns } from '../features/operations/maintenance-runs.ts'
import { readSiteContent } from '../features/site/site.ts'
import { preparePhotoFolder } from '../files/photo-folder.ts'
import { openEngines } from './backup-settings.ts'

type Environment = Record<string, string | undefined>
export type Finding = { severity: 'wrong' | 'look'; about: string; what: string; todo: string }

const finding =
  (severity: Finding['severity']) =>
  (about: string, what: string, todo: string): Finding => ({ severity, about, what, todo })
const wrong = finding('wrong')
const look = finding('look')

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/^The server cannot start: /, '')

const OLDEST_POSTGRES = 15
const GIB = 1024 ** 3
const LEAST_FREE_BYTES = GIB / 4
const CLOCK_LIMIT_MS = 2000
/** What emails use besides the pool, and what people and backups need. */
const OTHER_CONNECTIONS = 8 + 10

/** Keys of two different pairs pass every other look, and no push service takes what they sign. */
function checkPushKeys({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Config): Finding[] {
  const todo = 'npm run ops -- vapid-keys (docs/operations.md, Alerts on phones).'
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY)
    return [look('Alerts', 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set: alerts go by email alone.', todo)]
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(VAPID_PRIVATE_KEY, 'base64url')
  if (pair.getPublicKey('base64url') === VAPID_PUBLIC_KEY) return []
  return [wrong('Alerts', 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not a pair: no push service takes our messages.', todo)]
}

function checkSettings(config: Config): Finding[] {
  const found: Finding[] = []
  if (config.NODE_ENV !== 'production')
    found.push(look('Settings', `NODE_ENV is ${config.NODE_ENV}.`, 'Leave it out, or set it to production, where people use it.'))
  if (config.NODE_ENV === 'production' && config.TRUSTED_PROXIES.length === 0)
    found.push(
      look(
        'Settings',
        'TRUSTED_PROXIES is empty: whatever comes through a proxy is refused.',
        'Behind nginx on this machine: TRUSTED_PROXIES=127.0.0.1',
      ),
    )
  if (/@localhost>?$/.test(config.MAIL_FROM))
    found.push(
      wrong('Mail', 'MAIL_FROM ends with @localhost: mail servers will refuse or hide the emails.', 'Set it to an address of your domain.'),
    )
  found.push(...checkPushKeys(config))
  if (!config.METRICS_TOKEN)
    found.push(
      look('Settings', 'METRICS_TOKEN is not set: nobody is told when something fails.', 'openssl rand -hex 24, and deploy/monitoring.'),
    )
  if (!config.SECURITY_CONTACT)
    found.push(
      look('Settings', 'SECURITY_CONTACT is not set: finders of a hole do not know whom to tell.', 'Set it to mailto:… or https://…'),
    )
  return found
}

/** Settings of PostgreSQL that must be as they are by default, or a power cut loses what was acknowledged. */
const NEEDED_ON = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

async function checkDatabase({ pool }: Database, config: Config, environment: Environment): Promise<Finding[]> {
  const found: Finding[] = []
  const { rows } = await pool.query<Record<string, string> & { is_super: boolean; now: Date }>(`
    select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
      current_setting('data_checksums') as data_checksums, current_setting('server_encoding') as encoding,
      current_setting('max_connections') as max_connections, current_setting('archive_mode') as archive_mode,
      (select rolsuper from pg_roles where rolname = current_user) as is_super, clock_timestamp() as now`)
  const [about] = rows
  if (!about) return [wrong('Database', 'It says nothing about itself.', 'Read its log.')]
  const version = Math.floor(Number(about.version) / 10_000)
  if (version < OLDEST_POSTGRES)
    found.push(wrong('Database', `PostgreSQL ${version} is too old.`, `Upgrade it to ${OLDEST_POSTGRES} or later (pg_upgradecluster).`))
  for (const name of NEEDED_ON) {
    if (about[name] === 'off')
      found.push(wrong('Database', `${name} is off: a power cut loses what was saved.`, `Set ${name} = on in postgresql.conf and reload.`))
  }
  if (about.encoding !== 'UTF8')
    found.push(wrong('Database', `Its encoding is ${about.encoding}.`, 'Make it again with encoding UTF8, and restore into it.'))
  if (about.data_checksums === 'off')
    found.push(
      look('Database', 'Data checksums are off: a failing disk goes unnoticed.', 'pg_checksums --enable, with PostgreSQL stopped.'),
    )
  if (about.is_super)
    found.push(
      wrong(
        'Database',
        'DATABASE_URL signs in as a superuser: whoever takes over the app owns the machine’s data.',
        'docs/database-roles.md.',
      ),
    )
  else if (await ownsTables(pool))
    found.push(
      look(
        'Database',
        'The role of DATABASE_URL owns the tables.',
        'Give it another, and set MIGRATION_DATABASE_URL: docs/database-roles.md.',
      ),
    )
  const needed = config.DATABASE_POOL + OTHER_CONNECTIONS
  if (Number(about.max_connections) < needed)
    found.push(
      wrong(
        'Database',
        `It takes ${about.max_connections} connections; one process of the app needs ${needed}.`,
        'Raise max_connections, or lower DATABASE_POOL.',
      ),
    )
  if (environment.PGBACKREST_STANZA && about.archive_mode === 'off')
    found.push(
      wrong('Backups', 'archive_mode is off: pgBackRest gets nothing.', 'Set archive_mode and archive_command (docs/operations.md).'),
    )
  found.push(...(await checkMigrations(pool)))
  const offMs = Math.abs(about.now.getTime() - Date.now())
  if (offMs > CLOCK_LIMIT_MS)
    found.push(
      wrong(
        'Clock',
        `This machine and the database differ by ${Math.round(offMs / 1000)} s.`,
        'Set both by NTP (systemd-timesyncd or chrony).',
      ),
    )
  return found
}

async function checkMigrations(pool: pg.Pool): Promise<Finding[]> {
  const { missing, newer, changed } = await compareMigrations(pool)
  const list = (names: string[]) => names.join(', ')
  return [
    ...(missing.length > 0 ? [wrong('Database', `It is not up to date: ${list(missing)}.`, 'npm run migrate')] : []),
    ...(newer.length > 0
      ? [wrong('Database', `A newer version has changed it: ${list(newer)}.`, 'Install that version or a later one.')]
      : []),
    ...(changed.length > 0
      ? [wrong('Database', `Migrations differ from those applied: ${list(changed)}.`, 'Install the version as it was released.')]
      : []),
  ]
}

async function checkDisk(config: Config): Promise<Finding[]> {
  const found: Finding[] = []
  try {
    preparePhotoFolder(config.PHOTOS_DIR, [config.WEB_DIST, config.SITES_DIR, config.HELP_DIR])
    const disk = await statfs(config.PHOTOS_DIR)
    const free = disk.bavail * disk.bsize
    const what = `The disk with PHOTOS_DIR has ${(free / GIB).toFixed(1)} GiB left.`
    if (free < LEAST_FREE_BYTES) found.push(wrong('Disk', what, 'Make room: photos are refused when it is full.'))
    else if (free < 2 * GIB) found.push(look('Disk', what, 'Make room soon.'))
  } catch (error) {
    found.push(wrong('Disk', sentence(error), 'Set PHOTOS_DIR to a folder that the user of the app may write to.'))
  }
  if (!existsSync(join(config.WEB_DIST, 'client/index.html')))
    found.push(wrong('Files', `The web app is not built (${config.WEB_DIST}).`, 'npm run build'))
  await readSiteContent(join(config.SITES_DIR, config.SITE), config.HELP_DIR).catch((error: unknown) => {
    found.push(wrong('Files', `The site ${config.SITE} cannot be read: ${sentence(error)}`, `npm run site -- check ${config.SITE}`))
  })
  return found
}

async function checkMail({ SMTP_URL }: Config): Promise<Finding[]> {
  if (!SMTP_URL) return [look('Mail', 'SMTP_URL is not set: emails go nowhere.', 'Set it to smtp://… or smtps://…')]
  const limits = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 }
  const server = nodemailer.createTransport({ url: SMTP_URL, ...limits })
  try {
    await server.verify()
    return []
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    return [
      wrong(
        'Mail',
        `The mail server does not take us: ${responseCode ?? code ?? 'no reason given'}.`,
        'Check SMTP_URL: host, port, user, password.',
      ),
    ]
  } finally {
    server.close()
  }
}

async function checkBackups({ db }: Database, config: Config, environment: Environment, now: Date): Promise<Finding[]> {
  try {
    openEngines(environment, config)
  } catch (error) {
    return [wrong('Backups', sentence(error), 'docs/operations.md, Back up.')]
  }
  const tooOld = (await readLastRuns(db)).filter(
    ({ task, succeededAt }) => !succeededAt || now.getTime() - succeededAt.getTime() > MAINTENANCE_LIMIT_HOURS[task] * 3_600_000,
  )
  return tooOld.map(({ task, succeededAt }) => {
    const command = task === 'restore-test' ? 'restore-test' : 'backup'
    const what = succeededAt ? `The last ${task} is of ${succeededAt.toISOString().slice(0, 16)}Z.` : `There has been no ${task} yet.`
    return look('Backups', what, `npm run ops -- ${command}, and its timer (deploy/systemd).`)
  })
}

/** T22: nobody confirms their own. */
async function checkSecondYes({ pool }: Database, config: Config): Promise<Finding[]> {
  const content = await readSiteContent(join(config.SITES_DIR, config.SITE), config.HELP_DIR).catch(() => null)
  if (!content?.site.statusNeedsSecondYes) return []
  const { rows } = await pool.query<{ count: number }>('select count(*)::int from people where role >= $1 and not disabled', [MANAGER])
  if ((rows[0]?.count ?? 0) > 1) return []
  const what = 'statusNeedsSecondYes is on and there are not two managers: trails can be closed and not opened again.'
  return [wrong('Trail status', what, 'Make a second person a manager, or take the setting out of site.json.')]
}

/** systemd knows whether something sets the clock. Where it does not run, nothing is said. */
async function checkClock(): Promise<Finding[]> {
  const answer = await promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value']).catch(() => null)
  if (answer?.stdout.trim() !== 'no') return []
  return [look('Clock', 'Nothing sets the clock of this machine.', 'apt install systemd-timesyncd')]
}

export async function diagnose(environment: Environment, now: Date): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    return [wrong('Settings', sentence(error), 'Correct them (README.md, Run it for others), then ask again: the rest depends on them.')]
  }
  const found = [...checkSettings(config), ...(await checkDisk(config)), ...(await checkMail(config)), ...(await checkClock())]
  const database = openDatabase(config.DATABASE_URL, 2)
  try {
    found.push(...(await checkDatabase(database, config, environment)))
    found.push(...(await checkBackups(database, config, environment, now)))
    found.push(...(await checkSecondYes(database, config)))
  } catch (error) {
    // A table that is not there yet: that the database is not up to date was told already.
    const isOld = (error as { code?: string }).code === '42P01'
    if (!isOld) found.push(wrong('Database', `It does not answer: ${sentence(error)}.`, 'Is PostgreSQL running, and DATABASE_URL right?'))
  } finally {
    await database.close()
  }
  return found
}
