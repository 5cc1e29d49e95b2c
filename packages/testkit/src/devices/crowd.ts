/** Four of the 2,000 people are easily mistaken for each other. Run this script with the server's settings. */
import pg from 'pg'

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
await client.query(
  `insert into people (id, display_name, email, role, created_at)
   select gen_random_uuid(), name, email, 1, now()
   from (values
     ('Mara Lind', 'mara.lind@example.org'), ('Mara Lindqvist', 'lindqvist@example.org'), ('Aaron Mara', 'aaron@example.org'),
     ('Aaron Abel', 'mara@example.org')) as alike (name, email)
   union all
   select gen_random_uuid(), (array['Tom', 'Jo', 'Sol', 'Tia', 'Omar'])[1 + n % 5] || ' Rider' || n, 'rider' || n || '@example.org', 1, now()
   from generate_series(1, 1996) n`,
)
await client.end()
