/** Which tables a council owns, and in which order they can be filled. */
import type pg from 'pg'

/**
 * Ours and not theirs: what sync and queues make again, what only this moment needs, and what signs somebody in just now. Every other table
 * is exported, so that a new one cannot be forgotten.
 */
const LEFT_OUT = [
  ...['migrations', 'changes', 'sync_epoch', 'retention_clock', 'site_copies', 'rate_limits', 'maintenance_runs', 'warning_feeds'],
  'unused_photo_files',
  ...['sessions', 'known_devices', 'passkey_challenges', 'oidc_attempts', 'account_links', 'brief_links', 'emails', 'email_fan_outs'],
  // Browsers know the keys of this deployment alone: at another they are asked again.
  ...['push_subscriptions', 'push_fan_outs', 'push_messages'],
  // What opens something for another program, or proves to it who sends: a new deployment makes its own.
  ...['api_keys', 'webhooks', 'webhook_messages', 'webhook_tries'],
]

/** For reading in other programs these say nothing, and are nobody's business. */
const NOT_FOR_READING = ['passwords', 'passkeys', 'recovery_codes', 'oidc_identities', 'commands', 'person_activity', 'billing_events']

export const isForReading = (table: string) => !NOT_FOR_READING.includes(table)

/** Tables that others refer to come first. */
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
