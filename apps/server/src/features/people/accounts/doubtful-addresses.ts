/**
 * Addresses that were changed after the backup from which the server was restored (decision 0074). The owner may have taken the account
 * back from the person who has this address, so no emails about the account go there until an administrator confirms the address or the
 * owner changes it.
 */
import type { Db, Tx } from '#db/database.ts'

export async function isAddressDoubtful(db: Db, email: string): Promise<boolean> {
  const doubtful = await db
    .selectFrom('doubtfulAddresses')
    .innerJoin('people', 'people.id', 'doubtfulAddresses.personId')
    .select('personId')
    .where('people.email', '=', email)
    .executeTakeFirst()
  return doubtful !== undefined
}

export async function doubtAddress(db: Db, personId: string): Promise<void> {
  await db
    .insertInto('doubtfulAddresses')
    .columns(['personId'])
    .expression((row) => row.selectFrom('people').select('id').where('id', '=', personId))
    .onConflict((row) => row.doNothing())
    .execute()
}

export const trustAddress = (tx: Tx, personId: string) => tx.deleteFrom('doubtfulAddresses').where('personId', '=', personId).execute()
