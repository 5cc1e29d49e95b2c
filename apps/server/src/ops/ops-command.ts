import { type Database, openDatabase } from '../db/database.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { type Config, readConfig } from '../read-config.ts'

type Environment = Record<string, string | undefined>
type Run = (environment: Environment) => Promise<number>

export type OpsCommand = { usage: string; read(args: string[]): Run | null }

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
