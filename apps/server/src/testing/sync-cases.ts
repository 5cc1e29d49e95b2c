/** Cells of the permission matrix for what travels by sync: each command is judged by itself, and so is each document. */

import { randomUUID } from 'node:crypto'
import type { Kind } from '@trailwarden/api'
import { SETTINGS_ID } from '@trailwarden/domain'
import { type Case, managers, members, nobody, noManager, type World } from './permission-case.ts'
import { aPhoneWith, REPORT } from './phones.ts'

const none = '- - - - - - -'
/** Seen by the subject and by managers; for others it is not there. */
const ownOrManager = '- 404 + + + + -'

const STATUS: Record<string, number> = { forbidden: 403, invalid: 422, gone: 410 }

/** Sends one command; its outcome as the status that a route of its own would have. */
async function command(
  { browser, db }: World,
  kind: Kind,
  recordId: string,
  patch: Record<string, unknown>,
  baseVersion: number | null = null,
) {
  const phone = aPhoneWith(browser, db)
  const commands = [phone.command(kind, recordId, patch, { baseVersion })]
  const reply = await browser.post('/api/push', { deviceId: phone.deviceId, commands })
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

const create = (about: string, cells: string, patch: (world: World) => Record<string, unknown>): Case =>
  push(`create an action: ${about}`, cells, (world) => command(world, 'action', randomUUID(), { ...REPORT, ...patch(world) }))

const edit = (status: 'Unresolved' | 'Resolved', about: string, cells: string, patch: (world: World) => Record<string, unknown>): Case =>
  push(`change an ${status} action: ${about}`, cells, async (world) =>
    command(world, 'action', await world.anAction(status), patch(world), 1),
  )

/** Fetches everything and looks for one document: 200 when it is there and as wanted, else 404. */
const fetched = (about: string, cells: string, wanted: (world: World, documents: Map<string, unknown>) => Promise<boolean>): Case => ({
  route: 'GET /api/pull',
  about,
  cells,
  async call(world) {
    const first = await world.browser.get('/api/pull')
    if (first.statusCode !== 200) return first
    const phone = aPhoneWith(world.browser, world.db)
    // Made, then fetched.
    await wanted(world, phone.mirror)
    await phone.fetch()
    return { statusCode: (await wanted(world, phone.mirror)) ? 200 : 404 }
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
  'notes',
  'deletedAt',
]
const STAMPS = ['createdAt', 'createdBy', 'createdByName', 'updatedAt', 'updatedBy', 'updatedByName']

/** The same action for both looks of a case. */
function once(make: (world: World) => Promise<string>) {
  const made = new WeakMap<World, Promise<string>>()
  return (world: World) => {
    const id = made.get(world) ?? make(world)
    made.set(world, id)
    return id
  }
}
const resolved = once((world) => world.anAction('Resolved'))
const unresolved = once((world) => world.anAction('Unresolved'))

export const SYNC_CASES: readonly Case[] = [
  create('reporter fields', members, () => ({})),
  create('rating', managers, () => ({ rating: 'High' })),
  create('status', managers, () => ({ status: 'Unresolved' })),
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
  push('post trail status', managers, (world) => command(world, 'trail-update', randomUUID(), { networks: world.networks })),
  push('set the reviewer to a manager', managers, (world) => command(world, 'settings', SETTINGS_ID, { reviewerId: world.subject.id }), {
    subjectRole: 2,
  }),
  push('set the reviewer to a member', '- - - ! + ! -', (world) =>
    command(world, 'settings', SETTINGS_ID, { reviewerId: world.subject.id }),
  ),
  push('set the reviewer’s name', noManager, (world) => command(world, 'settings', SETTINGS_ID, { reviewerName: 'x' })),
  push('change a person', none, (world) => command(world, 'person', world.subject.id, { role: 4 })),

  fetched('an unresolved action', members, async (world, held) => held.has(`action ${await unresolved(world)}`)),
  fetched('a resolved action', ownOrManager, async (world, held) => held.has(`action ${await resolved(world)}`)),
  fetched('the address of the assignee', ownOrManager, async (world, held) => {
    const action = held.get(`action ${await unresolved(world)}`) as { assignedEmail: string | null } | undefined
    return typeof action?.assignedEmail === 'string'
  }),
  fetched('a person', ownOrManager, async ({ subject }, held) => held.has(`person ${subject.id}`)),
  fetched('settings', members, async (_world, held) => held.has(`settings ${SETTINGS_ID}`)),
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
    call: async ({ browser, jpeg, aPhotoOf }) => browser.putPhoto(await aPhotoOf('Unresolved'), await jpeg()),
  },
  {
    route: 'GET /api/photos/:id',
    about: 'of an unresolved action',
    cells: members,
    call: async ({ browser, aPhotoOf }) => browser.get(`/api/photos/${await aPhotoOf('Unresolved')}`),
  },
  {
    route: 'GET /api/photos/:id',
    about: 'of a resolved action',
    cells: ownOrManager,
    call: async ({ browser, aPhotoOf }) => browser.get(`/api/photos/${await aPhotoOf('Resolved')}`),
  },
  {
    route: 'GET /api/actions/:id/history',
    cells: managers,
    call: async (world) => world.browser.get(`/api/actions/${await world.anAction('Unresolved')}/history`),
  },
]
