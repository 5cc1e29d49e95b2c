/**
 * The Actions were resolved two years ago, and look as after the daily sweep. Run this script with the server's settings and a word with
 * which all descriptions start.
 */
import pg from 'pg'

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
const { rows } = await client.query<{ id: string }>(
  `insert into actions (id, number, description, area, detail, rating, status, notes, version, recorded_at, created_at, created_by,
     created_by_name, updated_at, updated_by, updated_by_name, completed_at)
   select gen_random_uuid(), lpad(nextval('action_number')::text, 6, '0'), $1 || ' ' || n, 'Blue Tier', '', 'Low', 'Resolved', '[]', 2,
     t.at, t.at, p.id, p.display_name, t.at, p.id, p.display_name, t.at
   from generate_series(1, 3) n, (select now() - interval '2 years' as at) t, people p where p.email = 'manager@example.org'
   returning id`,
  [process.argv[2]],
)
await client.query(`update changes set is_archived = true, xid = pg_current_xact_id() where kind = 'action' and id = any($1)`, [
  rows.map(({ id }) => id),
])
await client.end()
process.stdout.write(rows[0]?.id ?? '')
