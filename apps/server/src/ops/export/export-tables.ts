import type pg from 'pg'

/** Excluded: data that sync and queues recreate, temporary data, and current logins. All other tables are exported, including new ones. */
const LEFT_OUT = [
  ...['migrations', 'changes', 'sync_epoch', 'retention_clock', 'site_copies', 'rate_limits', 'maintenance_runs', 'warning_feeds'],
  ...['unused_photo_files', 'second_factor_resets', 'restores', 'lasting_changes', 'lasting_changes_list', 'doubtful_addresses'],
  ...[
    'sessions',
    'known_devices',
    'passkey_challenges',
    'oidc_attempts',
    'account_links',
    'take_back_links',
    'brief_links',
    'emails',
    'email_fan_outs',
  ],
  // Push subscriptions are tied to this deployment's keys. In another deployment, people must subscribe again.
  ...['push_subscriptions', 'push_fan_outs', 'push_messages'],
  // Secrets shared with other programs. A new deployment creates its own.
  ...['api_keys', 'webhooks', 'webhook_messages', 'webhook_tries'],
]

const NOT_FOR_READING = ['passwords', 'passkeys', 'recovery_codes', 'oidc_identities', 'commands', 'person_activity', 'billing_events']

export const isForReading = (table: string) => !NOT_FOR_READING.includes(table)

/** Each table follows those that it refers to. */
export async function exportedTables(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1`,
    [LEFT_OUT],
  )
  const { rows: references } = await client.query<{ table: string; needs: string }>(`
    select conrelid::regclass::text as table, confrelid::regclass::text as needs
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`)
  const waiting = tables.map(({ name }) => name)
  const ordered: string[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex((name) => !references.some(({ table, needs }) => table === name && waiting.includes(needs)))
    if (next < 0) throw new Error(`These tables refer to each other in a circle: ${waiting.join(', ')}.`)
    ordered.push(...waiting.splice(next, 1))
  }
  return ordered
}
