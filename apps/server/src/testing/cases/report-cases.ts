import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createReporter } from '../reporters.ts'
import { type Case, everyone, managers, nobody, type TestEnv } from './permission-case.ts'
import { fetchOf } from './point-cases.ts'
import { command } from './sync-cases.ts'

const link = (route: string, body: (env: TestEnv, code: string) => Promise<object> | object = (_env, code) => ({ code })): Case => ({
  route: `POST ${route}`,
  cells: everyone,
  async call(env) {
    const { code } = await createReporter(env.browser).report({ contact: 'jo@example.org' })
    return env.browser.call('POST', route, { code, ...(await body(env, code)) })
  },
})

async function putPhoto({ browser, jpeg }: TestEnv) {
  const reporter = createReporter(browser)
  const id = randomUUID()
  const report = await reporter.report({ addPhotos: [{ id, note: '' }] })
  return { id, ...report, reply: await browser.putPhoto(id, await jpeg(), 'image/jpeg', reporter.headers) }
}

const decide = (about: string, patch: (env: TestEnv) => Promise<Record<string, unknown>> | Record<string, unknown>): Case => ({
  route: 'POST /api/push',
  about: `a report: ${about}`,
  cells: managers,
  call: async (env) => command(env, 'report', (await createReporter(env.browser).report()).recordId, await patch(env), 1),
})

async function createReporterId({ browser, db }: TestEnv): Promise<string> {
  const { recordId } = await createReporter(browser).report()
  const { rows } = await sql<{ id: string }>`select created_by as id from reports where id = ${recordId}`.execute(db)
  return rows[0]?.id ?? ''
}

/** Writes directly to the database, because the test may have changed the API's rules. */
async function createMutedReporter(env: TestEnv): Promise<string> {
  const id = await createReporterId(env)
  await sql`insert into reporters values (${id}, true, 1, now(), now(), ${id}, 'x', now(), ${id}, 'x')`.execute(env.db)
  return id
}

const mute = (about: string, cells: string, patch: Record<string, unknown>): Case => ({
  route: 'POST /api/push',
  about: `a reporter: ${about}`,
  cells,
  call: async (env) => command(env, 'reporter', await createReporterId(env), patch),
})

export const REPORT_CASES: readonly Case[] = [
  {
    route: 'POST /api/reports/push',
    cells: everyone,
    call: async ({ browser }) => {
      const reporter = createReporter(browser)
      return reporter.push([reporter.command().command])
    },
  },
  {
    route: 'POST /api/reports/push',
    about: 'a report: sees a public hazard too',
    cells: everyone,
    call: async ({ browser, createAction }) => {
      const reporter = createReporter(browser)
      return reporter.push([reporter.command({ sees: await createAction('Unresolved') }).command])
    },
  },
  {
    route: 'POST /api/reports/push',
    about: 'a report: adds to one by its link',
    cells: everyone,
    call: async ({ browser }) => {
      const reporter = createReporter(browser)
      const { command } = await reporter.report()
      return reporter.push([reporter.command({ ofLink: command.patch.follow, isNotFixed: true }).command])
    },
  },
  {
    route: 'GET /api/reports/pull',
    cells: everyone,
    call: ({ browser }) => browser.call('GET', '/api/reports/pull', undefined, createReporter(browser).headers),
  },
  { route: 'PUT /api/reports/photos/:id', cells: everyone, call: async (env) => (await putPhoto(env)).reply },
  link('/api/report-links/open'),
  link('/api/report-links/forget-contact'),
  {
    route: 'POST /api/report-links/photo',
    cells: everyone,
    async call(env) {
      const { id, code } = await putPhoto(env)
      return env.browser.call('POST', '/api/report-links/photo', { code, photoId: id })
    },
  },
  decide('accept', () => ({ accept: { actionId: randomUUID(), rating: 'High', description: 'Log', area: 'St Helens', trail: null } })),
  decide('merge into one that is there', async ({ createAction }) => ({ merge: { actionId: await createAction('Unresolved') } })),
  {
    route: 'POST /api/push',
    about: 'a report: merge what was added, and reopen the action',
    cells: managers,
    async call(env) {
      const reporter = createReporter(env.browser)
      const { command: first } = await reporter.report()
      const { recordId } = await reporter.report({ ofLink: first.patch.follow, isNotFixed: true })
      return command(env, 'report', recordId, { merge: { actionId: await env.createAction('Resolved'), reopens: true } }, 1)
    },
  },
  decide('decline', () => ({ decline: { reason: 'Already fixed', answer: 'Thank you.' } })),
  {
    route: 'POST /api/push',
    about: 'a report: blur its photo',
    cells: managers,
    async call(env) {
      const { id, recordId } = await putPhoto(env)
      return command(env, 'report', recordId, { blurPhotos: [{ id, boxes: [{ x: 0, y: 0, width: 0.5, height: 0.5 }] }] }, 1)
    },
  },
  mute('mute', managers, { muted: true }),
  mute('nothing', managers, {}),
  ...['id', 'version', 'createdBy', 'updatedByName'].map((field) => mute(`field ${field}`, nobody, { [field]: 'x' })),
  {
    route: 'POST /api/push',
    about: 'a muted reporter: unmute',
    cells: managers,
    call: async (env) => command(env, 'reporter', await createMutedReporter(env), { muted: false }, 1),
  },
  {
    route: 'GET /api/pull',
    about: 'a muted reporter',
    cells: '- 404 404 + + + -',
    call: async (env) => fetchOf(env, 'reporter', await createMutedReporter(env)),
  },
]
