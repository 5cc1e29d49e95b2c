/**
 * TRIAGE: three managers work on the same Actions, each offline for parts of the time. Afterwards, each change must have been applied or be
 * listed for its author under Needs you, no chain of merges may be circular, and each reporter must have received one email for each
 * update.
 */
import { hash, randomUUID } from 'node:crypto'
import { openDevices, type RealDevice } from '@trailwarden/testkit/devices/devices'
import { openTestEnv, type TestEnv } from '@trailwarden/testkit/devices/test-env'
import { openMailbox } from '@trailwarden/testkit/servers/mailbox'
import { pause, until } from '@trailwarden/testkit/wait'
import { type FaultTest, type Result, shuffled, upTo } from '../fault-test.ts'

const ROUNDS = { small: 2, full: 200 }
const ACTIONS = { small: 16, full: 100 }
const MAIL_MS = 60_000
const SHOWN = ['status', 'rating', 'assignedTo', 'waitingFor', 'waitingUntil', 'fix', 'mergedInto', 'version'] as const

type Patch = Record<string, unknown>
type Done = { by: RealDevice; id: string; commandId: string; words: string | null }

/** Resolving and merging are most frequent, as on a working day. */
function nextPatch(by: RealDevice, id: string, ids: readonly string[], words: string): Patch {
  const other = () => shuffled(ids.filter((one) => one !== id))[0] ?? null
  const ways: readonly (() => Patch)[] = [
    () => ({ rating: ['Low', 'Medium', 'High', 'Extreme'][upTo(4)] }),
    () => ({ assignedTo: upTo(3) ? by.person.id : null }),
    () => ({ waitingFor: words, waitingUntil: '2027-01-31' }),
    () => ({ status: 'Resolved', fix: words }),
    () => ({ status: 'Resolved', fix: words }),
    () => ({ status: 'Unresolved' }),
    () => ({ mergedInto: other() }),
    () => ({ mergedInto: other() }),
    () => ({ mergedInto: null, status: 'Unresolved' }),
    () => ({ addNote: { id: randomUUID(), text: words } }),
    () => (upTo(4) ? { status: 'Resolved' } : { deleted: true }),
  ]
  return ways[upTo(ways.length)]?.() ?? {}
}

const hasWords = (patch: Patch) => 'waitingFor' in patch || 'fix' in patch || 'addNote' in patch

/** One person sends every fifth report twice. */
async function addReports(env: TestEnv, ids: readonly string[]): Promise<void> {
  for (const [n, id] of ids.entries()) {
    const contact = `rider-${n % 5 === 4 ? ids[n - 1] : id}@example.net`
    await env.pool.query(
      `insert into reports (id, number, category, words, area, can_hurt, status, contact, follow_hash, action_id, answer, checked_at, version,
         recorded_at, created_at, created_by, created_by_name)
       values ($1, lpad(nextval('action_number')::text, 6, '0'), 'Fallen tree', '', '', false, 'Accepted', $2, $3, $4, '', now(), 2, now(),
         now(), gen_random_uuid(), '')`,
      [randomUUID(), contact, hash('sha256', randomUUID()), id],
    )
  }
}

type Row = {
  id: string
  number: string
  contact: string
  isDeleted: boolean
  news: string[] | null
  status: string
  merged: string | null
  staying: string | null
  fix: string
  wasMergedOpen: boolean
}

/** The query also finds the Action into which the report's own Action was merged. */
const READ_NEWS = `
  select r.id, r.number, r.contact, (select array_agg(what) from report_news n where n.report_id = r.id) as news,
    a.deleted_at is not null as "isDeleted", a.merged_into as merged, s.id as staying, s.status, s.fix,
    exists (select from history h where h.record_id = a.id and h.changes -> 'mergedInto' ->> 'after' = a.merged_into::text
      and h.changes -> 'status' ->> 'before' = 'Unresolved') as "wasMergedOpen"
  from reports r join actions a on a.id = r.action_id left join actions s on s.id = staying_action(a.id)
  where a.id = any($1)`

export const triage: FaultTest = {
  name: 'TRIAGE',
  promise:
    'A19 two managers and a phone triage the same Actions at the same time: nothing is lost, all agree, reporters get each update once',
  full: { runs: ROUNDS.full, step: 10 },
  async run(size, stop, times = ROUNDS[size]): Promise<Result> {
    const mail = await openMailbox()
    const env = await openTestEnv({ environment: { SMTP_URL: mail.url, PUBLIC_URL: 'https://trails.example.org' } })
    const devices = openDevices(env)
    const broken: string[] = []
    const figures = { changes: 0, refused: 0, merged: 0, emails: 0, actions: 0 }
    let [runs, lost, doubled] = [0, 0, 0]
    try {
      await env.start()
      const people: RealDevice[] = []
      for (const name of ['Desk one', 'Desk two', 'Phone']) people.push(await devices.createTestDevice(2, name))
      const [author, , phone] = people
      if (!author || !phone) throw new Error('the test has no people')

      for (; runs < times && !stop.aborted; runs++) {
        const ids = Array.from({ length: ACTIONS[size] }, () => randomUUID())
        for (const id of ids) await author.report(id)
        await author.drained()
        await addReports(env, ids)
        for (const device of people) await device.caughtUp(new Map(ids.map((id) => [id, 1])))
        phone.setSignal(false)
        const done: Done[] = []
        await Promise.all(
          people.map(async (by) => {
            for (const id of shuffled(ids)) {
              // The desks go offline from time to time. The phone is offline until the end.
              if (by !== phone && upTo(10) === 0) by.setSignal(!by.hasSignal())
              const words = `by ${by.person.displayName}, ${randomUUID()}`
              const patch = nextPatch(by, id, ids, words)
              // A device shows no buttons for a record that it has deleted.
              if (!(await by.app.readView('action', id))) continue
              done.push({ by, id, commandId: await by.record(id, patch), words: hasWords(patch) ? words : null })
              if (upTo(4) === 0) await pause(upTo(20))
            }
          }),
        )
        for (const device of shuffled(people)) {
          device.setSignal(true)
          await pause(upTo(200))
        }
        for (const device of people) if (!(await device.drained())) broken.push('a queue did not drain')
        const { rows: versions } = await env.pool.query<{ id: string; version: number | null }>(
          'select id, case when deleted_at is null then version end as version from actions where id = any($1)',
          [ids],
        )
        for (const device of people)
          if (!(await device.caughtUp(new Map(versions.map(({ id, version }) => [id, version]))))) broken.push('a device did not catch up')

        // Each change was applied or is listed for its author, and each text is in the history or in that list.
        const refused = new Map<string, string>()
        for (const device of people)
          for (const one of await device.db.attention.toArray()) refused.set(one.waiting.command.id, JSON.stringify(one))
        const held = [...refused.values()].join()
        const { rows: commands } = await env.pool.query<{ id: string; outcome: string }>(
          `select id, answer ->> 'outcome' as outcome from commands where record_id = any($1)`,
          [ids],
        )
        const outcomes = new Map(commands.map(({ id, outcome }) => [id, outcome]))
        const { rows: lines } = await env.pool.query<{ changes: string }>('select changes::text from history where record_id = any($1)', [
          ids,
        ])
        const written = lines.map(({ changes }) => changes).join()
        for (const { commandId, words } of done) {
          const isApplied = ['applied', 'merged'].includes(outcomes.get(commandId) ?? '')
          if (!isApplied && !held.includes(commandId)) lost++
          if (words && !written.includes(words) && !held.includes(words)) {
            lost++
            broken.push(`“${words}” is missing`)
          }
        }
        if (commands.length > done.length + ids.length) doubled += commands.length - done.length - ids.length

        const { rows: stored } = await env.pool.query<{ id: string; isDeleted: boolean; isLost: boolean; data: Record<string, unknown> }>(
          `select id, deleted_at is not null as "isDeleted", merged_into is not null and staying_action(id) is null as "isLost",
             json_build_object('status', status, 'rating', rating, 'assignedTo', assigned_to, 'waitingFor', waiting_for, 'waitingUntil', waiting_until,
               'fix', fix, 'mergedInto', merged_into, 'version', version) as data from actions where id = any($1)`,
          [ids],
        )
        for (const { id, isDeleted, isLost, data } of stored) {
          if (isLost) broken.push(`${id} is merged in a cycle`)
          if (data.mergedInto && stored.find((one) => one.id === data.mergedInto)?.isDeleted)
            broken.push(`${id} is merged into a deleted Action`)
          if (data.mergedInto) figures.merged++
          for (const device of people) {
            const view = await device.app.readView('action', id)
            const shown = (view?.data ?? null) as Record<string, unknown> | null
            // A deleted record stays visible while its author's change needs a decision.
            if (isDeleted && held.includes(id)) continue
            if (isDeleted ? shown : SHOWN.some((name) => shown?.[name] !== data[name]))
              broken.push(`${device.person.displayName} sees a different ${id}: ${JSON.stringify(shown)} for ${JSON.stringify(data)}`)
          }
        }

        if (!(await until(async () => (await env.count("select count(*) as n from emails where kind like 'report-%'")) === 0, MAIL_MS)))
          broken.push('emails are still queued')
        const { rows: reports } = await env.pool.query<Row>(READ_NEWS, [ids])
        const emails = Map.groupBy(
          mail.all().filter(({ subject = '' }) => subject.startsWith('Report ')),
          ({ to }) => to?.[0]?.address ?? '',
        )
        for (const [contact, own] of Map.groupBy(reports, (report) => report.contact)) {
          const texts = (emails.get(contact) ?? []).map(({ subject = '', text = '' }) => `${subject}\n${text}`)
          figures.emails += texts.length
          if (own.length > 1) {
            // Two reports by one person must result in one email about both reports, without repeated text.
            doubled += texts.length - new Set(texts).size
            continue
          }
          const [report] = own
          if (!report) continue
          const news = report.news ?? []
          if (texts.length < news.length) lost += news.length - texts.length
          if (texts.length > news.length) doubled += texts.length - news.length
          if (texts.length !== news.length) broken.push(`${report.number}: ${news} by ${JSON.stringify(texts)}`)
          if (report.isDeleted) continue
          const isFixed = report.status === 'Resolved' && report.fix !== ''
          // The email may be about this fix, or about an earlier fix of the report's own Action before the merge.
          if (isFixed && !news.some((what) => what.startsWith('fixed ')))
            broken.push(`${report.number}: fixed, and its reporter was not notified`)
          if (report.merged && report.wasMergedOpen && news.length === 0)
            broken.push(`${report.number}: merged, and its reporter was not notified`)
        }
        figures.changes += done.length
        figures.refused += refused.size
        figures.actions += ids.length
        for (const device of people) await Promise.all([device.db.attention.clear(), device.db.notices.clear()])
      }
      for (const { errors } of people) if (errors.length > 0) broken.push(String(errors[0]))
      return { runs, lost, doubled, broken: broken.slice(0, 20), figures }
    } finally {
      await devices.close()
      await env.close()
      await mail.close()
    }
  },
}
