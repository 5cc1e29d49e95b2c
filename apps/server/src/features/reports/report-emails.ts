/**
 * To people without an account who left an address with their report (RULES.md, RP5). The queue stores the address until the email is sent.
 * Deleting the address also deletes its queued emails (`forgetContacts`).
 */
import { hash } from 'node:crypto'
import { type Action, type ActionChange, isFixedAction } from '@trailwarden/domain'
import { reportNews } from '@trailwarden/domain/report/report-news'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '#db/database.ts'
import type { Tables } from '#db/schema/tables.ts'
import { anyOf } from '#db/uuid.ts'
import { composeEmail } from '#mail/compose.ts'
import type { EmailWriter } from '#mail/delivery.ts'
import type { Mail } from '#mail/mailer.ts'

export type ReportEmail = 'report-fixed' | 'report-merged' | 'report-closed'

/** A fix is identified by its text, so reporters aren't notified again if an Action is resolved a second time with the same text. */
const newsOfFix = (fix: string) => `fixed ${hash('sha256', fix)}`

export const notifyReporters =
  (mail: Mail) =>
  async (tx: Tx, before: Action | null, { record, deleted }: ActionChange, now: Date): Promise<void> => {
    const isMerged = record.mergedInto !== null && record.mergedInto !== before?.mergedInto
    const news = deleted ? null : reportNews(before, record, isMerged ? await readStaying(tx, record.id) : record)
    if (!news) return
    // Reporters are notified only once of each event.
    const what = news.fix ? newsOfFix(news.fix) : news.kind
    const reported = await tx
      .withRecursive('family', (db) =>
        db
          .selectNoFrom(sql<string>`${record.id}::uuid`.as('id'))
          .union(
            db.selectFrom('actions as a').innerJoin('family as f', 'a.mergedInto', 'f.id').select('a.id').where('a.deletedAt', 'is', null),
          ),
      )
      .with('news', (db) =>
        db
          .insertInto('reportNews')
          .columns(['reportId', 'what'])
          .expression(
            db
              .selectFrom('reports as r')
              .innerJoin('family as f', 'r.actionId', 'f.id')
              .select(['r.id', sql<string>`${what}`.as('what')])
              .where('r.contact', 'is not', null),
          )
          .onConflict((row) => row.doNothing())
          .returning('reportId'),
      )
      .selectFrom('reports as r')
      .innerJoin('news', 'news.reportId', 'r.id')
      .select(['r.id', 'r.contact'])
      .orderBy('r.createdAt')
      .orderBy('r.id')
      .execute()
    // A reporter of several merged reports gets only one email.
    const byAddress = Map.groupBy(reported, ({ contact }) => contact?.toLowerCase())
    const kind: ReportEmail = news.kind === 'merged' ? 'report-merged' : 'report-fixed'
    for (const own of byAddress.values()) {
      const details = { reportIds: own.map(({ id }) => id).join(' '), what }
      await mail.queueUrgent(tx, { kind, recipient: own[0]?.contact ?? '', details }, now)
    }
  }

type Reported = Pick<Selectable<Tables['reports']>, 'id' | 'number' | 'area' | 'trail' | 'reason' | 'answer' | 'actionId'>
type Staying = Pick<Action, 'id' | 'fix' | 'status' | 'mergedInto'>
const NOTHING: Staying = { id: '', fix: '', status: 'Unresolved', mergedInto: null }

/**
 * Locks the whole merge chain, so any change to the chain happens before this read or after its result is used. A transaction that held a
 * lock may have changed the chain, so the function repeats until the locked chain is the current one.
 */
async function readStaying(tx: Tx, actionId: string | null): Promise<Staying> {
  for (let locked = ''; ; ) {
    const chain = sql<string>`(select merge_chain(${actionId}))`
    await tx.selectFrom('actions').select('id').where('id', 'in', chain).orderBy('id').forShare().execute()
    const staying = await tx
      .selectFrom('actions')
      .select(['id', 'fix', 'status', 'mergedInto', 'deletedAt'])
      .select(sql<string>`(select string_agg(link::text, ' ' order by link) from merge_chain(${actionId}) link)`.as('chain'))
      .where('id', '=', sql<string>`staying_action(${actionId})`)
      .executeTakeFirst()
    if (!staying || staying.deletedAt) return NOTHING
    if (staying.chain === locked) return staying
    locked = staying.chain
  }
}

async function isNewsStill(tx: Tx, reportId: string, was: string, is: string): Promise<boolean> {
  if (was === is) return true
  await tx.deleteFrom('reportNews').where('reportId', '=', reportId).where('what', '=', was).execute()
  const added = await tx
    .insertInto('reportNews')
    .values({ reportId, what: is })
    .onConflict((row) => row.doNothing())
    .returning('what')
    .execute()
  return added.length > 0
}

const BY_LINK = 'To see more, or to delete your email address, use the private link you got when you reported the problem.'

export function reportEmails(label: string): Record<ReportEmail, EmailWriter> {
  const about =
    (textOf: (tx: Tx, report: Reported, what: string | undefined) => Promise<{ subject: string; texts: string[] } | null>): EmailWriter =>
    async (tx, { recipient, details }) => {
      const ids = (details.reportIds ?? '').split(' ')
      // Composes no email if the address was deleted or changed. If one person sent several reports, uses the first report to which the
      // event still applies.
      const rows: Reported[] = await tx
        .selectFrom('reports')
        .select(['id', 'number', 'area', 'trail', 'reason', 'answer', 'actionId'])
        .where('id', '=', anyOf(ids))
        .where((row) => row(row.fn('lower', ['contact']), '=', sql<string>`lower(${recipient})`))
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
      let [report, written]: [Reported | null, { subject: string; texts: string[] } | null] = [null, null]
      for (const one of rows) {
        report = one
        written = await textOf(tx, one, details.what)
        if (written) break
      }
      if (!report || !written) {
        // The event was undone before the email was sent. If it happens again, the reporter may be notified then.
        await tx
          .deleteFrom('reportNews')
          .where('what', '=', details.what ?? '')
          .where('reportId', '=', anyOf(ids))
          .execute()
        return null
      }
      const where = [report.trail, report.area].filter(Boolean).join(', ')
      const lines = where ? [...written.texts, `Where: ${where}`, BY_LINK] : [...written.texts, BY_LINK]
      return composeEmail(label, `Report ${report.number}: ${written.subject}`, '', lines)
    }
  return {
    'report-fixed': about(async (tx, { id, actionId }, what = '') => {
      const staying = await readStaying(tx, actionId)
      if (!isFixedAction(staying) || !(await isNewsStill(tx, id, what, newsOfFix(staying.fix)))) return null
      const thanks = 'The problem you reported has been fixed. Thank you for reporting it.'
      return { subject: 'fixed', texts: [thanks, `What was done: ${staying.fix}`] }
    }),
    'report-merged': about(async (tx, { id, actionId }, what = '') => {
      const staying = await readStaying(tx, actionId)
      if (staying.id === actionId) return null
      const merged = {
        subject: 'already reported',
        texts: ['Someone else had already reported this. We’ve added your report to theirs.'],
      }
      if (what === 'merged') return merged
      if (isFixedAction(staying) && (await isNewsStill(tx, id, what, newsOfFix(staying.fix))))
        return { ...merged, texts: [...merged.texts, `It’s now fixed. What was done: ${staying.fix}`] }
      // The Action was reopened before this email was sent, or another email mentions the fix. This email still reports the merge, unless
      // an earlier one has.
      return (await isNewsStill(tx, id, what, 'merged')) ? merged : null
    }),
    'report-closed': about(async (_tx, { reason, answer }) => ({
      subject: 'closed',
      texts: [
        'We’ve closed your report without doing any work on the trail.',
        ...[reason, answer].filter((one): one is string => Boolean(one)),
      ],
    })),
  }
}
