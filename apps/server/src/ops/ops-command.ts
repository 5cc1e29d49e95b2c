/** What each command of `npm run ops` is, and how it reaches the database. */
import { type Config, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { prepareDatabase } from '../db/prepare-database.ts'

type Environment = Record<string, string | undefined>
/** Answers what the process ends with. */
type Run = (environment: Environment) => Promise<number>

/** `read` answers null for arguments that make no sense. */
export type OpsCommand = { usage: string; read(args: string[]): Run | null }

/** Runs with the server's settings, on a database that is up to date. */
export const withDatabase =
  (work: (database: Database, config: Config, environment: Environment) => Promise<number>): Run =>
  async (environment) => {
    const config = readConfig(environment)
    const database = openDatabase(config.DATABASE_URL, 2)
    try {
      await prepareDatabase(config)
      return await work(database, config, environment)
    } finally {
      await database.close()
    }
  }
