import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

const REFUSED_PATCH_DAYS = 30

/** The answer stays for good, for idempotent replay; the phone that sent the command has its text. */
export async function sweepRefusedCommands(db: Db): Promise<void> {
  await sql`
    update commands set patch = null
    where patch is not null and answer ->> 'outcome' not in ('applied', 'merged')
      and received_at < now() - make_interval(days => ${REFUSED_PATCH_DAYS})`.execute(db)
}
