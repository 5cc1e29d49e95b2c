/** All visitors may call these routes: the random id of a browser's alerts is its only identification. */
import { createECDH, randomUUID } from 'node:crypto'
import { follow } from '../../features/trail-status/alerts/alert-store.ts'
import { type Case, everyone, managers, noManager, type TestEnv } from './permission-case.ts'

const point = createECDH('prime256v1').generateKeys('base64url')
const createFollower = () => ({
  endpoint: `https://push.example.org/${randomUUID()}`,
  keys: { p256dh: point, auth: 'A'.repeat(22) },
  networks: ['st-helens'],
  trails: [],
  reopenings: true,
})
const followed = ({ db }: TestEnv) => follow(db, createFollower(), new Date())

const NETWORKS = ['st-helens', 'bay-of-fires', 'dreaming-pools']
const A_DRAFT = {
  networks: Object.fromEntries(NETWORKS.map((id) => [id, { status: 'Open', message: '' }])),
  trails: {},
  closures: [],
  basedOn: null,
}
const countRecipients = (extra: object, cells: string): Case => ({
  route: 'POST /api/alerts/reach',
  cells,
  call: ({ browser }) => browser.post('/api/alerts/reach', { ...A_DRAFT, ...extra }),
})

export const ALERT_CASES: readonly Case[] = [
  { route: 'GET /api/public/alerts', cells: everyone, call: ({ browser }) => browser.get('/api/public/alerts') },
  { route: 'POST /api/alerts', cells: everyone, call: ({ browser }) => browser.post('/api/alerts', createFollower()) },
  { route: 'GET /api/alerts/:id', cells: everyone, call: async (env) => env.browser.get(`/api/alerts/${await followed(env)}`) },
  {
    route: 'DELETE /api/alerts/:id',
    cells: everyone,
    call: async (env) => env.browser.remove(`/api/alerts/${await followed(env)}`),
  },
  {
    route: 'DELETE /api/alerts/:id/:kind/:topic',
    cells: everyone,
    call: async (env) => env.browser.remove(`/api/alerts/${await followed(env)}/network/st-helens`),
  },
  countRecipients({}, managers),
  { ...countRecipients({ createdBy: 'x' }, noManager), about: 'field createdBy' },
]
