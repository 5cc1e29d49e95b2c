import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PERMISSIONS, PROBLEM_STATUS } from '@trailwarden/api'
import { describedRoutes, type Route } from './described-routes.ts'
import { fieldsOf, type JsonSchema, textOf } from './json-schema.ts'
import { API_REFERENCE, ROOT } from './pages.ts'

const ROLES = ['everyone', 'members', 'managers', 'coordinators', 'administrators']

const formatRole = ({ name }: Route): string => ROLES[PERMISSIONS[name]?.role ?? 0] ?? ''

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`

const addressOf = ({ name }: Route) => `\`${name.replace(/:(\w+)/g, '{$1}')}\``

function fieldTable(title: string, schema: JsonSchema | null): string[] {
  if (!schema) return []
  const fields = fieldsOf(schema)
  if (fields.length === 0) return [`**${title}:** ${textOf(schema)}.`, '']
  const rows = fields.map(({ name, value, isOptional }) => row(`\`${name}\``, `${value}${isOptional ? '; optional' : ''}`))
  return [`**${title}**`, '', row('Field', 'Value'), '|---|---|', ...rows, '']
}

function queryTable({ query }: Route): string[] {
  if (query.length === 0) return []
  const rows = query.map(({ name, required, schema }) => row(`\`${name}\``, `${textOf(schema)}${required ? '' : '; optional'}`))
  return ['**In the address**', '', row('Parameter', 'Value'), '|---|---|', ...rows, '']
}

const sentence = (text: string) => `${text.replace(/\.$/, '')}.`

const section = (route: Route): string[] => [
  `### ${addressOf(route)}`,
  '',
  sentence(route.summary),
  '',
  ...queryTable(route),
  ...fieldTable('Request', route.body),
  ...fieldTable('Response', route.response),
]

const titleOf = (tag: string) => `${tag.charAt(0).toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}`

function tablesByTag(routes: readonly Route[]): string[] {
  return [...Map.groupBy(routes, ({ tag }) => tag)].flatMap(([tag, group]) => [
    `### ${titleOf(tag)}`,
    '',
    row('Request', 'Who may call it', 'What it does'),
    '|---|---|---|',
    ...group.map((route) => row(addressOf(route), formatRole(route), route.summary)),
    '',
  ])
}

function errorTable(): string[] {
  const byStatus = Map.groupBy(Object.entries(PROBLEM_STATUS), ([, status]) => status)
  return [
    row('Status', 'Code'),
    '|---|---|',
    ...[...byStatus]
      .toSorted(([one], [other]) => one - other)
      .map(([status, codes]) => row(String(status), codes.map(([code]) => `\`${code}\``).join(', '))),
    '',
  ]
}

async function apiReference(): Promise<string> {
  const routes = await describedRoutes()
  const startingWith = (prefix: string) => routes.filter(({ name }) => name.split(' ')[1]?.startsWith(prefix))
  const [forAnyone, forKeys] = [startingWith('/api/public/'), startingWith('/api/v1/')]
  const others = routes.filter((route) => !forAnyone.includes(route) && !forKeys.includes(route))
  return [
    '# API reference',
    '',
    'Every request that the server accepts, with who may call it.',
    'This page is generated from the permission table and from the schemas that check each request and response.',
    '[Integrations](../../../docs/integrations.md) explains how to use the API, and what its fields mean.',
    '',
    "A running server describes itself at `/api/docs`, with each request's full schema, and at `/api/docs/openapi.json`.",
    '',
    '## Public data',
    '',
    'These requests need no key.',
    '',
    ...forAnyone.flatMap(section),
    '## For programs with a key',
    '',
    'Send the key as a bearer token: see [API keys](../../../docs/integrations.md#api-keys).',
    '',
    ...forKeys.flatMap(section),
    '## Requests of the app',
    '',
    'The app uses these requests, and a new version can change them.',
    'Each role may also call what lower roles may: everyone, members, managers, coordinators, administrators.',
    'Some requests have further conditions. For example, nobody can assign a role above their own. The [rules](../../../packages/domain/RULES.md) list them.',
    '',
    ...tablesByTag(others),
    '## Errors',
    '',
    'An error is a problem detail ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)) with a `code` and a `detail`.',
    'Codes are stable. Texts are not.',
    '',
    ...errorTable(),
  ].join('\n')
}

export async function writeApiReference(): Promise<void> {
  const file = join(ROOT, API_REFERENCE)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await apiReference())
}
