import { as, createPerson } from '@trailwarden/testkit/devices/people'
import { openSignOnProvider } from '@trailwarden/testkit/servers/sign-on-provider'
import { expect, onTestFinished, test } from 'vitest'
import { createPasskey } from '#testing/soft-passkey.ts'
import { createTestServer } from '#testing/test-server.ts'

test('SET-04 administrators see the current login settings; without a provider, there is nothing to test', async () => {
  const { app, database, site } = await createTestServer({ site: { signIn: { passkeyFromRole: 2, registration: 'invited' } } })
  const { person, browser } = await as(app, database.db, { role: 4 })
  await createPerson(database.db, { role: 2 })
  await createPerson(database.db, { role: 1 })
  await createPerson(database.db, { role: 2, disabled: true })
  // Until the administrator adds a passkey, the session has only a member's rights.
  expect((await browser.get('/api/sign-in-settings')).statusCode).toBe(403)
  await createPasskey(database.db, person.id)
  await database.db.updateTable('sessions').set({ hasTwoFactors: true }).where('personId', '=', person.id).execute()
  expect((await browser.get('/api/sign-in-settings')).json()).toEqual({
    people: 3,
    passkeys: { people: 1, neededFromRole: 2, missing: 1 },
    passwords: { people: 3 },
    singleSignOn: null,
    registration: 'invited',
    sessions: { days: 180, managerDays: 30, unusedDays: 30 },
  })
  expect(site.signIn.registration).toBe('invited')
  expect((await browser.post('/api/sign-in-settings/test', {})).statusCode).toBe(404)
})

test('SET-04 a test shows whether the council’s provider responds, without revealing its secret', async () => {
  const provider = await openSignOnProvider(['http://localhost/api/account/sign-on/callback'])
  onTestFinished(() => provider.close().catch(() => undefined))
  const { app, database, config } = await createTestServer({ environment: provider.environment })
  const { browser } = await as(app, database.db, { role: 4 })
  const settings = await browser.get('/api/sign-in-settings')
  expect(settings.json().singleSignOn).toMatchObject({ name: config.OIDC_NAME, issuer: config.OIDC_ISSUER, people: 0, lastUsedAt: null })
  expect(settings.body).not.toContain(config.OIDC_CLIENT_SECRET)
  expect((await browser.post('/api/sign-in-settings/test', {})).json()).toMatchObject({ works: true })
  await provider.close()
  const failed = await browser.post('/api/sign-in-settings/test', {})
  expect(failed.json()).toEqual({ works: false, detail: 'There is no OpenID provider at this address.' })
})
