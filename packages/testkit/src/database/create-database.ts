import pg from 'pg'

export async function createDatabase(adminUrl: string, name: string, template = 'template1'): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${name} template ${template}`)
  await client.end()
}
