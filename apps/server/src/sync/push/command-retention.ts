import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

const REFUSED_PATCH_DAYS = 30

/** The answer is stored permanently, so that repeats get it too. The device that sent the command still has the patch. */
export async function sweepRefusedCommands(db: Db): Promise<void> {
  await db
    .updateTable('commands')
    .set({ patch: null })
    .where('patch', 'is not', null)
    .where(sql<boolean>`answer ->> 'outcome' not in ('applied', 'merged')`)
    .where('receivedAt', '<', sql<Date>`now() - make_interval(days => ${REFUSED_PATCH_DAYS})`)
    .execute()
}
