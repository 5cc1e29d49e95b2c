import pg from 'pg'

/** Makes a database unless it is there. */
export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${name}`)
  await client.end()
}
