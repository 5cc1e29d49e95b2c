import type { Browser } from '@trailwarden/testkit/devices/people'
import { type Case, everyone, type TestEnv } from './permission-case.ts'

export const getPersonId = async (browser: Browser): Promise<string> =>
  (await browser.get('/api/me')).json().person?.id ?? '00000000-0000-4000-8000-0000000000ff'

/** As if all other administrators used only single sign-on. */
async function onlyWayIn({ db, subject }: TestEnv) {
  const others = db.selectFrom('people').select('id').where('role', '=', 4).where('id', '<>', subject.id)
  await db.deleteFrom('passwords').where('personId', 'in', others).execute()
}

const lastWayIn = (route: string, about: string, call: (env: TestEnv) => Promise<{ statusCode: number }>): Case => ({
  route,
  about: `${about} the last administrator with a password`,
  cells: '- - - - - 409 -',
  subjectRole: 4,
  call: async (env) => {
    await onlyWayIn(env)
    return call(env)
  },
})

export const SIGN_ON_CASES: readonly Case[] = [
  {
    route: 'POST /api/account/sign-on',
    about: 'at a provider that does not answer',
    cells: '503 503 503 503 503 503 503',
    call: ({ browser }) => browser.post('/api/account/sign-on', {}),
  },
  {
    route: 'GET /api/account/sign-on/callback',
    about: 'without having begun: led to the login page',
    cells: everyone.replaceAll('+', '303'),
    call: ({ browser }) => browser.get('/api/account/sign-on/callback?code=x&state=y'),
  },
  lastWayIn('PATCH /api/users/:id', 'lower', ({ browser, subject }) => browser.patch(`/api/users/${subject.id}`, { role: 1 })),
  lastWayIn('PATCH /api/users/:id', 'disable', ({ browser, subject }) => browser.patch(`/api/users/${subject.id}`, { disabled: true })),
  lastWayIn('DELETE /api/users/:id', 'delete', ({ browser, subject }) => browser.remove(`/api/users/${subject.id}`)),
]
