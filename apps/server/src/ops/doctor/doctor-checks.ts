/** `wrong`: something doesn't work, or may lose or expose data. `look`: it works but could be better. */
import { execFile } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MAINTENANCE_LIMIT_HOURS } from '@trailwarden/api'
import { MANAGER } from '@trailwarden/domain'
import nodemailer from 'nodemailer'
import type pg from 'pg'
import { type Database, openDatabase } from '../../db/database.ts'
import { compareMigrations } from '../../db/schema/migrate.ts'
import { ownsTables } from '../../db/schema/prepare-database.ts'
import { readLastRuns } from '../../features/operations/maintenance-runs.ts'
import { readSiteContent } from '../../features/site/site.ts'
import { preparePhotoFolder } from '../../files/photo-folder.ts'
import { type Config, readConfig } from '../../read-config.ts'
import { openEngines } from '../backup/backup-settings.ts'

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
/** Connections outside the pool for requests: 8 for emails, and 10 for people and backups. */
const OTHER_CONNECTIONS = 8 + 10

/** Keys from two different pairs pass all other checks, but push services reject messages signed with them. */
function checkPushKeys({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Config): Finding[] {
  const todo = 'npm run ops -- vapid-keys (docs/install.md, Set up push alerts).'
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY)
    return [look('Alerts', 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set, so alerts are sent only by email.', todo)]
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(VAPID_PRIVATE_KEY, 'base64url')
  if (pair.getPublicKey('base64url') === VAPID_PUBLIC_KEY) return []
  return [wrong('Alerts', 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not a pair, so push services will reject alerts.', todo)]
}

export const NETWORKS_MAP = '/etc/nginx/trailwarden-networks.map'

/** NET-3. `map` is the file that nginx reads. It exists only on the machine with nginx. */
export function checkNetworksMap({ NETWORK: name, NETWORKS_DIR: folder }: Environment, { PUBLIC_URL }: Config, map: string): Finding[] {
  if (!name || !folder) return []
  const line = `${new URL(PUBLIC_URL).hostname} ${name};`
  const lines = existsSync(map) ? readFileSync(map, 'utf8').split('\n') : []
  if (lines.some((one) => one.trim().replace(/\s+/g, ' ') === line)) return []
  return [
    look(
      'nginx',
      `${map} has no line for ${name}, so nginx stores no copies of its pages and visitors wait for the app.`,
      `Add "${line}" and reload nginx.`,
    ),
  ]
}

function checkSettings(config: Config): Finding[] {
  const found: Finding[] = []
  if (config.NODE_ENV !== 'production')
    found.push(look('Settings', `NODE_ENV is ${config.NODE_ENV}.`, 'For real use, set it to production or leave it out.'))
  if (config.NODE_ENV === 'production' && config.TRUSTED_PROXIES.length === 0)
    found.push(
      look(
        'Settings',
        'TRUSTED_PROXIES is empty, so requests through a proxy are refused.',
        'Behind nginx on this machine: TRUSTED_PROXIES=127.0.0.1',
      ),
    )
  if (/@localhost>?$/.test(config.MAIL_FROM))
    found.push(
      wrong(
        'Mail',
        'MAIL_FROM ends with @localhost, so mail servers will reject the emails or mark them as spam.',
        'Set it to an address in your domain.',
      ),
    )
  found.push(...checkPushKeys(config))
  if (!config.METRICS_TOKEN)
    found.push(
      look(
        'Settings',
        'METRICS_TOKEN is not set, so nobody is notified when something fails.',
        'Create one with openssl rand -hex 24, then set up deploy/monitoring.',
      ),
    )
  if (!config.SECURITY_CONTACT)
    found.push(
      look(
        'Settings',
        'SECURITY_CONTACT is not set, so people don’t know where to report a vulnerability.',
        'Set it to mailto:… or https://…',
      ),
    )
  return found
}

/** These settings are on by default. Otherwise, a power failure could lose acknowledged changes. */
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
  if (!about) return [wrong('Database', 'It does not return its settings.', 'Read its log.')]
  const version = Math.floor(Number(about.version) / 10_000)
  if (version < OLDEST_POSTGRES)
    found.push(wrong('Database', `PostgreSQL ${version} is too old.`, `Upgrade it to ${OLDEST_POSTGRES} or later (pg_upgradecluster).`))
  for (const name of NEEDED_ON) {
    if (about[name] === 'off')
      found.push(
        wrong(
          'Database',
          `${name} is off, so a power failure could lose saved changes.`,
          `Set ${name} = on in postgresql.conf and reload.`,
        ),
      )
  }
  if (about.encoding !== 'UTF8')
    found.push(
      wrong('Database', `Its encoding is ${about.encoding}.`, 'Create it again with the encoding UTF8, then restore a backup into it.'),
    )
  if (about.data_checksums === 'off')
    found.push(
      look('Database', 'Data checksums are off, so a failing disk would go unnoticed.', 'Stop PostgreSQL, then run pg_checksums --enable.'),
    )
  if (about.is_super)
    found.push(
      wrong(
        'Database',
        'DATABASE_URL logs in as a superuser, so an attacker who takes over the app would control all data on the machine.',
        'Use a role with fewer rights (docs/install.md).',
      ),
    )
  else if (await ownsTables(pool))
    found.push(
      look(
        'Database',
        'The role of DATABASE_URL owns the tables.',
        'Use a different role and set MIGRATION_DATABASE_URL (docs/install.md).',
      ),
    )
  const needed = config.DATABASE_POOL + OTHER_CONNECTIONS
  if (Number(about.max_connections) < needed)
    found.push(
      wrong(
        'Database',
        `It allows ${about.max_connections} connections, but one process of the app needs ${needed}.`,
        'Raise max_connections, or lower DATABASE_POOL.',
      ),
    )
  if (environment.PGBACKREST_STANZA && about.archive_mode === 'off')
    found.push(
      wrong(
        'Backups',
        'archive_mode is off, so pgBackRest receives nothing.',
        'Set archive_mode and archive_command (docs/backup-restore.md).',
      ),
    )
  found.push(...(await checkMigrations(pool)))
  const offMs = Math.abs(about.now.getTime() - Date.now())
  if (offMs > CLOCK_LIMIT_MS)
    found.push(
      wrong(
        'Clock',
        `The clocks of this machine and the database differ by ${Math.round(offMs / 1000)} s.`,
        'Synchronise both clocks with NTP (systemd-timesyncd or chrony).',
      ),
    )
  return found
}

async function checkMigrations(pool: pg.Pool): Promise<Finding[]> {
  const { missing, newer, changed } = await compareMigrations(pool)
  const list = (names: string[]) => names.join(', ')
  return [
    ...(missing.length > 0 ? [wrong('Database', `Migrations have not been applied: ${list(missing)}.`, 'npm run migrate')] : []),
    ...(newer.length > 0
      ? [
          wrong(
            'Database',
            `A newer version of Trailwarden has migrated the database: ${list(newer)}.`,
            'Install that version or a later one.',
          ),
        ]
      : []),
    ...(changed.length > 0
      ? [
          wrong(
            'Database',
            `Migrations differ from those applied: ${list(changed)}.`,
            'Reinstall the released version, without modifications.',
          ),
        ]
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
    if (free < LEAST_FREE_BYTES) found.push(wrong('Disk', what, 'Free some space. When the disk is full, the server rejects photos.'))
    else if (free < 2 * GIB) found.push(look('Disk', what, 'Free some space soon.'))
  } catch (error) {
    found.push(wrong('Disk', sentence(error), 'Set PHOTOS_DIR to a folder that the app can write to.'))
  }
  if (!existsSync(join(config.WEB_DIST, 'client/index.html')))
    found.push(wrong('Files', `The web app has not been built (${config.WEB_DIST}).`, 'npm run build'))
  await readSiteContent(join(config.SITES_DIR, config.SITE), config.HELP_DIR).catch((error: unknown) => {
    found.push(wrong('Files', `The site ${config.SITE} cannot be read: ${sentence(error)}`, `npm run site -- check ${config.SITE}`))
  })
  return found
}

async function checkMail({ SMTP_URL }: Config): Promise<Finding[]> {
  if (!SMTP_URL) return [look('Mail', 'SMTP_URL is not set, so emails are not sent.', 'Set it to smtp://… or smtps://…')]
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
        `The mail server cannot be used: ${responseCode ?? code ?? 'no reason given'}.`,
        'Check the host, port, user and password in SMTP_URL.',
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
    return [wrong('Backups', sentence(error), 'docs/backup-restore.md, Set up backups.')]
  }
  const tooOld = (await readLastRuns(db)).filter(
    ({ task, succeededAt }) => !succeededAt || now.getTime() - succeededAt.getTime() > MAINTENANCE_LIMIT_HOURS[task] * 3_600_000,
  )
  return tooOld.map(({ task, succeededAt }) => {
    const command = task === 'restore-test' ? 'restore-test' : 'backup'
    const what = succeededAt ? `The last ${task} was at ${succeededAt.toISOString().slice(0, 16)}Z.` : `There has been no ${task} yet.`
    return look('Backups', what, `Run npm run ops -- ${command}, and check its timer (deploy/systemd).`)
  })
}

/** T22: managers can't confirm their own updates, so confirmation requires at least two managers. */
async function checkSecondYes({ pool }: Database, config: Config): Promise<Finding[]> {
  const content = await readSiteContent(join(config.SITES_DIR, config.SITE), config.HELP_DIR).catch(() => null)
  if (!content?.site.statusNeedsSecondYes) return []
  const { rows } = await pool.query<{ count: number }>('select count(*)::int from people where role >= $1 and not disabled', [MANAGER])
  if ((rows[0]?.count ?? 0) > 1) return []
  const what = 'statusNeedsSecondYes is on, but there are fewer than two managers, so trails can be closed but not reopened.'
  return [wrong('Trail status', what, 'Make a second user a manager, or remove the setting from site.json.')]
}

/** Reports nothing without systemd. */
async function checkClock(): Promise<Finding[]> {
  const answer = await promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value']).catch(() => null)
  if (answer?.stdout.trim() !== 'no') return []
  return [look('Clock', 'This machine’s clock is not synchronised.', 'apt install systemd-timesyncd')]
}

export async function diagnose(environment: Environment, now: Date): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    return [
      wrong(
        'Settings',
        sentence(error),
        'Correct them (docs/configuration.md), then run this again, because the other checks depend on them.',
      ),
    ]
  }
  const found = [
    ...checkSettings(config),
    ...checkNetworksMap(environment, config, NETWORKS_MAP),
    ...(await checkDisk(config)),
    ...(await checkMail(config)),
    ...(await checkClock()),
  ]
  const database = openDatabase(config.DATABASE_URL, 2)
  try {
    found.push(...(await checkDatabase(database, config, environment)))
    found.push(...(await checkBackups(database, config, environment, now)))
    found.push(...(await checkSecondYes(database, config)))
  } catch (error) {
    // 42P01 means that a table is missing. Another check has already reported that the database isn't up to date.
    const isOld = (error as { code?: string }).code === '42P01'
    if (!isOld)
      found.push(
        wrong('Database', `It is not responding: ${sentence(error)}.`, 'Check that PostgreSQL is running and DATABASE_URL is correct.'),
      )
  } finally {
    await database.close()
  }
  return found
}
