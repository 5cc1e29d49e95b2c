import { type DatabaseUrls, prepareTables } from '#db/schema/prepare-database.ts'
import { QUEUES } from './features.ts'

export const prepareDatabase = (urls: DatabaseUrls, directory?: string): Promise<string[]> => prepareTables(urls, QUEUES, directory)
