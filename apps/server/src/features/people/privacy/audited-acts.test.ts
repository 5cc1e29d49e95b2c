import { AUDIT_EVENT_NAMES, isAboutPerson } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { SENSITIVE_ACTS, setStage } from '#testing/cases/sensitive-acts.ts'

const readLast = async (db: Db): Promise<number> =>
  (await db.selectFrom('auditLog').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

test('NET-5 every audited operation writes its event to the audit log, with its actor and subject', {
  timeout: 900_000,
}, async () => {
  expect(Object.keys(SENSITIVE_ACTS).toSorted()).toEqual(AUDIT_EVENT_NAMES.toSorted())
  const stage = await setStage()
  for (const event of AUDIT_EVENT_NAMES) {
    const before = await readLast(stage.db)
    const { actor, subject, db } = await SENSITIVE_ACTS[event](stage)
    const rows = await (db ?? stage.db)
      .selectFrom('auditLog')
      .select(['id', 'event', 'actorId', 'subjectId'])
      .where('id', '>', db ? 0 : before)
      .orderBy('id')
      .execute()
    const written = rows.filter((row) => row.event === event)
    expect(
      written.map(({ actorId, subjectId }) => ({ actor: actorId, subject: subjectId })),
      `${event}, but the act logged ${rows.map((row) => row.event).join(', ') || 'nothing'}`,
    ).toContainEqual({ actor, subject })
    if (db) continue
    // Administrators read the same in the log.
    const { entries } = (await stage.boss.browser.get(`/api/audit-log?event=${event}`)).json()
    expect(entries, event).toContainEqual(
      expect.objectContaining({
        actor: actor === null ? null : expect.objectContaining({ id: actor }),
        subject: subject === null || !isAboutPerson(event) ? null : expect.objectContaining({ id: subject }),
      }),
    )
  }
})
