/**
 * Emails to people without an account who left an address with their report (RULES.md, RP5). The queue stores the report's id and the
 * address until it is sent; when the address is to be forgotten, what waits is removed with it (`forgetContacts`).
 */
import { hash } from 'node:crypto'
import { type Action, type ActionChange, isFixedAction } from '@trailwarden/domain'
import { reportNews } from '@trailwarden/domain/report/report-news'
import { sql } from 'kysely'
import type { Tx } from '#db/database.ts'
import { composeEmail } from '#mail/compose.ts'
import type { EmailWriter } from '#mail/delivery.ts'
import type { Mail } from '#mail/mailer.ts'

export type ReportEmail = 'report-fixed' | 'report-merged' | 'report-closed'

/** A fix is known by its words: resolved again with the same ones, it is not news. */
const newsOfFix = (fix: string) => `fixed ${hash('sha256', fix)}`

/** Notifies whoever reported an action, if this change of it is news to them. */
export const notifyReporters =
  (mail: Mail) =>
  async (tx: Tx, before: Action | null, { record, deleted }: ActionChange, now: Date): Promise<void> => {
    const isMerged = record.mergedInto !== null && record.mergedInto !== before?.mergedInto
    const news = deleted ? null : reportNews(before, record, isMerged ? await readStaying(tx, record.id) : record)
    if (!news) return
    // Once each.
    const what = news.fix ? newsOfFix(news.fix) : news.kind
    const { rows } = await sql<{ id: string; contact: string }>`
      with recursive family as (
        select ${record.id}::uuid as id
        union
        select a.id from actions a join family f on a.merged_into = f.id where a.deleted_at is null
      ), news as (
        insert into report_news (report_id, what)
        select r.id, ${what} from reports r join family f on r.action_id = f.id where r.contact is not null
        on conflict do nothing returning report_id
      )
      select r.id, r.contact from reports r join news on news.report_id = r.id order by r.created_at, r.id`.execute(tx)
    // Whoever reported the same thing twice gets one email.
    const byAddress = Map.groupBy(rows, ({ contact }) => contact.toLowerCase())
    const kind: ReportEmail = news.kind === 'merged' ? 'report-merged' : 'report-fixed'
    for (const own of byAddress.values()) {
      const details = { reportIds: own.map(({ id }) => id).join(' '), what }
      await mail.queueUrgent(tx, { kind, recipient: own[0]?.contact ?? '', details }, now)
    }
  }

type Reported = {
  id: string
  number: string
  area: string
  trail: string | null
  reason: string | null
  answer: string
  actionId: string | null
}
type Staying = Pick<Action, 'id' | 'fix' | 'status' | 'mergedInto'>
const NOTHING: Staying = { id: '', fix: '', status: 'Unresolved', mergedInto: null }

/**
 * Locked, and the whole chain with it, so that a change of any of them comes before this is read or after it was used, never between. Whoever
 * was waited for may have made the chain another: it is looked at until it stays as it was locked.
 */
async function readStaying(tx: Tx, actionId: string | null): Promise<Staying> {
  for (let locked = ''; ; ) {
    await sql`select from actions where id in (select merge_chain(${actionId})) order by id for share`.execute(tx)
    const { rows } = await sql<Staying & { chain: string; isDeleted: boolean }>`
      select id, fix, status, merged_into, deleted_at is not null as is_deleted,
        (select string_agg(link::text, ' ' order by link) from merge_chain(${actionId}) link) as chain
      from actions where id = staying_action(${actionId})`.execute(tx)
    const [staying] = rows
    if (!staying || staying.isDeleted) return NOTHING
    if (staying.chain === locked) return staying
    locked = staying.chain
  }
}

/**
 * Whether an email that was to tell one thing may tell another, which is so by now: not if the reporter is told it by an email of its own.
 */
async function isNewsStill(tx: Tx, reportId: string, was: string, is: string): Promise<boolean> {
  if (was === is) return true
  await sql`delete from report_news where report_id = ${reportId} and what = ${was}`.execute(tx)
  const { rows } =
    await sql`insert into report_news (report_id, what) values (${reportId}, ${is}) on conflict do nothing returning what`.execute(tx)
  return rows.length > 0
}

const BY_LINK = 'The link that you were given as you reported it shows more, and deletes your email address if you wish.'

export function reportEmails(label: string): Record<ReportEmail, EmailWriter> {
  const about =
    (textOf: (tx: Tx, report: Reported, what: string | undefined) => Promise<{ subject: string; texts: string[] } | null>): EmailWriter =>
    async (tx, { recipient, details }) => {
      const ids = (details.reportIds ?? '').split(' ')
      // Forgotten meanwhile, or another's: nobody is written to. Of several reports by one person, the first of which it is still so.
      const { rows } = await sql<Reported>`
        select id, number, area, trail, reason, answer, action_id from reports
        where id = any(${ids}::uuid[]) and lower(contact) = lower(${recipient}) order by created_at, id`.execute(tx)
      let [report, written]: [Reported | null, { subject: string; texts: string[] } | null] = [null, null]
      for (const one of rows) {
        report = one
        written = await textOf(tx, one, details.what)
        if (written) break
      }
      if (!report || !written) {
        // It was taken back before it was sent: should it come about after all, it is news again.
        await sql`delete from report_news where what = ${details.what ?? ''} and report_id = any(${ids}::uuid[])`.execute(tx)
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
      const thanks = 'What you reported is fixed. Thank you for reporting it.'
      return { subject: 'fixed', texts: [thanks, `What was done: ${staying.fix}`] }
    }),
    'report-merged': about(async (tx, { id, actionId }, what = '') => {
      const staying = await readStaying(tx, actionId)
      if (staying.id === actionId) return null
      const merged = { subject: 'reported already', texts: ['Someone had reported this already. We have added what you sent.'] }
      if (what === 'merged') return merged
      if (isFixedAction(staying) && (await isNewsStill(tx, id, what, newsOfFix(staying.fix))))
        return { ...merged, texts: [...merged.texts, `It is fixed. What was done: ${staying.fix}`] }
      // Opened again before this was sent, or another email tells of the fix: that it was merged is still news, unless it was before.
      return (await isNewsStill(tx, id, what, 'merged')) ? merged : null
    }),
    'report-closed': about(async (_tx, { reason, answer }) => ({
      subject: 'closed',
      texts: ['Your report was closed without work on the trail.', ...[reason, answer].filter((one): one is string => Boolean(one))],
    })),
  }
}
