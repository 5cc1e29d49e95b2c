import { type DatabaseUrls, prepareTables } from '#db/schema/prepare-database.ts'
import { QUEUES } from './features.ts'

/** Updates the tables and the features' queues. Returns the names of the migrations that were applied. */
export const prepareDatabase = (urls: DatabaseUrls, directory?: string): Promise<string[]> => prepareTables(urls, QUEUES, directory)
