import { randomUUID } from 'node:crypto'
import type { Kind } from '@trailwarden/api'
import { SETTINGS_ID } from '@trailwarden/domain'
import { createDeviceFor, REPORT } from '../devices.ts'
import { type Case, managers, members, nobody, noManager, type TestEnv } from './permission-case.ts'

const none = '- - - - - - -'
/** The subject and managers can see the record. For others, it is not found. */
const ownOrManager = '- 404 + + + + -'

const STATUS: Record<string, number> = { forbidden: 403, invalid: 422, gone: 410 }

/** Converts the command's outcome to the HTTP status that a separate route would return. */
export async function command(
  { browser, db }: TestEnv,
  kind: Kind,
  recordId: string,
  patch: Record<string, unknown>,
  baseVersion: number | null = null,
) {
  const device = createDeviceFor(browser, db)
  const commands = [device.command(kind, recordId, patch, { baseVersion })]
  const reply = await browser.post('/api/push', { deviceId: device.deviceId, commands })
  if (reply.statusCode !== 200) return { statusCode: reply.statusCode }
  return { statusCode: STATUS[reply.json().answers[0].outcome] ?? 200 }
}

const push = (about: string, cells: string, call: Case['call'], extra: Partial<Case> = {}): Case => ({
  route: 'POST /api/push',
  about,
  cells,
  call,
  ...extra,
})

const create = (about: string, cells: string, patch: (env: TestEnv) => Record<string, unknown>): Case =>
  push(`create an action: ${about}`, cells, (env) => command(env, 'action', randomUUID(), { ...REPORT, ...patch(env) }))

const edit = (status: 'Unresolved' | 'Resolved', about: string, cells: string, patch: (env: TestEnv) => Record<string, unknown>): Case =>
  push(`change an ${status} action: ${about}`, cells, async (env) => command(env, 'action', await env.createAction(status), patch(env), 1))

/** Returns 200 if the document was received and is as expected, otherwise 404. */
const fetched = (about: string, cells: string, wanted: (env: TestEnv, documents: Map<string, unknown>) => Promise<boolean>): Case => ({
  route: 'GET /api/pull',
  about,
  cells,
  async call(env) {
    const first = await env.browser.get('/api/pull')
    if (first.statusCode !== 200) return first
    const device = createDeviceFor(env.browser, env.db)
    // The first call only creates the record, so that the pull includes it.
    await wanted(env, device.mirror)
    await device.fetch()
    return { statusCode: (await wanted(env, device.mirror)) ? 200 : 404 }
  },
})

const PROTECTED = [
  'id',
  'number',
  'version',
  'completedAt',
  'recordedAt',
  'assignedName',
  'assignedEmail',
  'photoStored',
  'photos',
  'notes',
  'deletedAt',
]
const STAMPS = ['createdAt', 'createdBy', 'createdByName', 'updatedAt', 'updatedBy', 'updatedByName']

function once(make: (env: TestEnv) => Promise<string>) {
  const made = new WeakMap<TestEnv, Promise<string>>()
  return (env: TestEnv) => {
    const id = made.get(env) ?? make(env)
    made.set(env, id)
    return id
  }
}
const resolved = once((env) => env.createAction('Resolved'))
const unresolved = once((env) => env.createAction('Unresolved'))

export const SYNC_CASES: readonly Case[] = [
  create('reporter fields', members, () => ({})),
  create('rating', managers, () => ({ rating: 'High' })),
  create('status', managers, () => ({ status: 'Unresolved' })),
  create('waiting', managers, () => ({ waitingFor: 'Parts', waitingUntil: '2027-01-31' })),
  create('what was done', managers, () => ({ status: 'Resolved', fix: 'Cut' })),
  create('shown to riders', managers, () => ({ isShownToRiders: true })),
  create('merged', managers, () => ({ mergedInto: null })),
  create('assignee', managers, ({ subject }) => ({ assignedTo: subject.id })),
  ...[...PROTECTED, ...STAMPS].map((field) => create(`field ${field}`, nobody, () => ({ [field]: 'x' }))),
  edit('Unresolved', 'reporter fields', members, () => ({ description: 'x', area: 'Blue Tier', trail: null, detail: 'x', place: null })),
  edit('Unresolved', 'add a note', members, () => ({ addNote: { id: randomUUID(), text: 'x' } })),
  edit('Unresolved', 'rating', managers, () => ({ rating: 'High' })),
  edit('Unresolved', 'status', managers, () => ({ status: 'Resolved' })),
  edit('Unresolved', 'assignee', managers, ({ subject }) => ({ assignedTo: subject.id })),
  edit('Unresolved', 'delete', managers, () => ({ deleted: true })),
  ...[...PROTECTED, ...STAMPS].map((field) => edit('Unresolved', `field ${field}`, nobody, () => ({ [field]: 'x' }))),
  edit('Resolved', 'reporter fields', managers, () => ({ detail: 'x' })),
  edit('Resolved', 'add a note', managers, () => ({ addNote: { id: randomUUID(), text: 'x' } })),
  edit('Resolved', 'status', managers, () => ({ status: 'Unresolved' })),
  push('post trail status', managers, (env) => command(env, 'trail-update', randomUUID(), { networks: env.networks })),
  push('set the reviewer to a manager', managers, (env) => command(env, 'settings', SETTINGS_ID, { reviewerId: env.subject.id }), {
    subjectRole: 2,
  }),
  push('set the reviewer to a member', '- - - ! + ! -', (env) => command(env, 'settings', SETTINGS_ID, { reviewerId: env.subject.id })),
  push('set the reviewer’s name', noManager, (env) => command(env, 'settings', SETTINGS_ID, { reviewerName: 'x' })),
  push('change a person', none, (env) => command(env, 'person', env.subject.id, { role: 4 })),

  fetched('an unresolved action', members, async (env, held) => held.has(`action ${await unresolved(env)}`)),
  fetched('a resolved action', ownOrManager, async (env, held) => held.has(`action ${await resolved(env)}`)),
  fetched('the address of the assignee', ownOrManager, async (env, held) => {
    const action = held.get(`action ${await unresolved(env)}`) as { assignedEmail: string | null } | undefined
    return typeof action?.assignedEmail === 'string'
  }),
  fetched('a person', ownOrManager, async ({ subject }, held) => held.has(`person ${subject.id}`)),
  fetched('settings', members, async (_env, held) => held.has(`settings ${SETTINGS_ID}`)),
  { route: 'GET /api/events', cells: members, call: ({ browser }) => browser.open('/api/events') },

  {
    route: 'PUT /api/photos/:id',
    about: 'a new one',
    cells: members,
    call: async ({ browser, jpeg }) => browser.putPhoto(randomUUID(), await jpeg()),
  },
  {
    route: 'PUT /api/photos/:id',
    about: 'of an action of the subject',
    cells: '- - + - + - -',
    call: async ({ browser, jpeg, createPhotoOf }) => browser.putPhoto(await createPhotoOf('Unresolved'), await jpeg()),
  },
  {
    route: 'GET /api/photos/:id',
    about: 'of an unresolved action',
    cells: members,
    call: async ({ browser, createPhotoOf }) => browser.get(`/api/photos/${await createPhotoOf('Unresolved')}`),
  },
  {
    route: 'GET /api/photos/:id',
    about: 'as it was before it was blurred',
    cells: '- 404 404 + + + -',
    call: async ({ browser, createPhotoOf }) => browser.get(`/api/photos/${await createPhotoOf('Unresolved')}?size=original`),
  },
  {
    route: 'GET /api/photos/:id',
    about: 'of a resolved action',
    cells: ownOrManager,
    call: async ({ browser, createPhotoOf }) => browser.get(`/api/photos/${await createPhotoOf('Resolved')}`),
  },
  {
    route: 'GET /api/actions/archived',
    cells: members,
    call: async ({ browser }) => browser.get('/api/actions/archived'),
  },
  {
    route: 'GET /api/actions/:id/history',
    cells: managers,
    call: async (env) => env.browser.get(`/api/actions/${await env.createAction('Unresolved')}/history`),
  },
]
