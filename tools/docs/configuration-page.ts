/**
 * `npm run docs:configuration` generates the tables of docs/configuration.md from the schemas of the settings. `npm run check:docs` fails
 * if the page isn't current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { NEEDED_IN_PRODUCTION } from '../../apps/server/src/config.ts'
import { HostSettings } from '../../apps/server/src/hosting/host-config.ts'
import { BackupEnvironment } from '../../apps/server/src/ops/backup/backup-settings.ts'
import { SETTINGS } from '../../apps/server/src/read-config.ts'

const root = resolve(import.meta.dirname, '../..')
const file = join(root, 'docs/configuration.md')

/** The tables in page order, each with the names or prefixes of its settings. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  required: ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL'],
  server: [
    'SITE',
    'HOST',
    'PORT',
    'TRUSTED_PROXIES',
    'NODE_ENV',
    'SECURITY_CONTACT',
    'HEADERS_',
    'REQUEST_',
    'DRAIN_MS',
    'SITES_DIR',
    'WEB_DIST',
    'HELP_DIR',
  ],
  database: ['MIGRATION_DATABASE_URL', 'DATABASE_POOL', 'RETENTION_'],
  email: ['MAIL_FROM', 'VAPID_', 'FAN_OUT_BATCH'],
  photos: ['PHOTOS_DIR', 'PHOTOS_S3_'],
  monitoring: ['LOG_LEVEL', 'METRICS_TOKEN', 'ERROR_DSN'],
  accounts: ['SIGN_IN_', 'PASSKEY_', 'REGISTRATIONS_', 'ACCOUNT_', 'RESETS_', 'SUBSCRIPTIONS_', 'FOLLOWS_'],
  requests: ['REQUESTS_PER_MINUTE', 'COMMANDS_', 'PHOTOS_PER_HOUR', 'PHOTOS_AT_ONCE', 'KEY_'],
  'single sign-on': ['OIDC_'],
  integrations: ['WEBHOOK_', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  backups: ['BACKUP_', 'PGBACKREST_', 'RESTIC_'],
  'many sites': ['NETWORKS_DIR', 'DATABASE_CONNECTIONS', 'NETWORK_'],
  development: ['SAMPLE_DATA', 'DEV_MAIL', 'STRIPE_API_URL', 'OUTBOUND_LOOPBACK', 'FAULT_KILL_AT'],
}

const Property = z.object({
  type: z.string(),
  description: z.string(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
})

type Setting = z.infer<typeof Property> & { name: string }

function settingsOf(schema: z.ZodObject): Setting[] {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties ?? {}).map(([name, property]) => {
    const parsed = Property.safeParse(property)
    if (!parsed.success) throw new Error(`${name} needs a description: ${z.prettifyError(parsed.error)}`)
    // The JSON Schema describes a switch as text, so its default comes from parsing.
    const initial = schema.shape[name]?.safeParse(undefined)
    return { ...parsed.data, name, ...(typeof initial?.data === 'boolean' && { default: initial.data, enum: ['true', 'false'] }) }
  })
}

const number = (value: number) => value.toLocaleString('en-AU')

function defaultOf({ name, default: value }: Setting): string {
  if (value === undefined)
    return name === 'DATABASE_URL' ? 'required' : NEEDED_IN_PRODUCTION.some((one) => one === name) ? 'required in production' : ''
  if (value === '') return ''
  if (typeof value === 'number') return `\`${value}\``
  return `\`${String(value).replace(`${root}/`, '')}\``
}

function limitsOf({ enum: values, minimum, maximum = Number.MAX_SAFE_INTEGER, minLength = 1, maxLength }: Setting): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  const isBounded = maximum < Number.MAX_SAFE_INTEGER
  if (minimum !== undefined && isBounded) return `${number(minimum)} to ${number(maximum)}`
  if (minimum !== undefined) return `at least ${number(minimum)}`
  if (isBounded) return `up to ${number(maximum)}`
  if (minLength > 1) return `at least ${minLength} characters`
  return maxLength === undefined ? '' : `up to ${maxLength} characters`
}

const rowOf = (setting: Setting) => `| \`${setting.name}\` | ${defaultOf(setting)} | ${limitsOf(setting)} | ${setting.description} |`

function tables(): Map<string, string> {
  const all = new Map([...SETTINGS, HostSettings, BackupEnvironment].flatMap(settingsOf).map((setting) => [setting.name, setting]))
  const matches = (name: string, wanted: string) => (wanted.endsWith('_') ? name.startsWith(wanted) : name === wanted)
  const shown = new Set<string>()
  const written = Object.entries(TABLES).map(([title, names]): [string, string] => {
    const settings = names.flatMap((wanted) => [...all.values()].filter(({ name }) => matches(name, wanted) && !shown.has(name)))
    for (const { name } of settings) shown.add(name)
    return [title, ['| Setting | Default | Allowed | Meaning |', '|---|---|---|---|', ...settings.map(rowOf)].join('\n')]
  })
  const missing = [...all.keys()].filter((name) => !shown.has(name))
  if (missing.length > 0) throw new Error(`tools/docs/configuration-page.ts: no table shows ${missing.join(', ')}`)
  return new Map(written)
}

export function configurationPage(page: string): string {
  const current = tables()
  const used = new Set<string>()
  const text = page.replace(/<!-- settings: (.+?) -->\n[\s\S]*?<!-- \/settings -->/g, (_, title: string) => {
    const table = current.get(title)
    if (!table) throw new Error(`docs/configuration.md: there is no table "${title}"`)
    used.add(title)
    return `<!-- settings: ${title} -->\n\n${table}\n\n<!-- /settings -->`
  })
  const missing = [...current.keys()].filter((title) => !used.has(title))
  if (missing.length > 0) throw new Error(`docs/configuration.md: no place for ${missing.join(', ')}`)
  return text
}

export function configurationIssues(): string[] {
  const page = readFileSync(file, 'utf8')
  return configurationPage(page) === page ? [] : ['docs/configuration.md: not current; npm run docs:configuration writes it']
}

if (import.meta.main) writeFileSync(file, configurationPage(readFileSync(file, 'utf8')))
