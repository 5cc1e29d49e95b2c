/** Tests of a production server run this script first, because production refuses to add sample data. */
import { join } from 'node:path'
import { openDatabase } from '../db/database.ts'
import { readSiteContent } from '../features/site/site.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { readConfig } from '../read-config.ts'
import { addSampleData } from '../sample-data.ts'

const config = readConfig({ DEV_MAIL: 'true', ...process.env, NODE_ENV: 'development', SAMPLE_DATA: 'true', OUTBOUND_LOOPBACK: 'false' })
await prepareDatabase(config)
const database = openDatabase(config.DATABASE_URL, 2)
const { bundle } = await readSiteContent(join(config.SITES_DIR, config.SITE), config.HELP_DIR)
await addSampleData(database.db, bundle.site, new Date())
await database.close()
