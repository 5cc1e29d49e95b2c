import { expect, test } from 'vitest'
import { readConfig } from '../../read-config.ts'
import { createTestServer } from '../../testing/test-server.ts'

test('SEC-CONTACT security.txt has the deployment’s contact and an expiry date in the future (RFC 9116)', async () => {
  const { app } = await createTestServer({
    environment: { SECURITY_CONTACT: 'mailto:security@example.org', PUBLIC_URL: 'https://trails.example.org' },
  })
  const reply = await app.inject('/.well-known/security.txt')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' })
  const fields = Object.fromEntries(
    reply.body
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  )
  expect(fields).toEqual({
    Contact: 'mailto:security@example.org',
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
    'Preferred-Languages': 'en',
    Canonical: 'https://trails.example.org/.well-known/security.txt',
  })
  const days = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000
  // Longer than nginx stores an unused copy, but less than the maximum of one year that the standard recommends.
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
})

test('SEC-CONTACT without a contact there is no security.txt, and an invalid contact stops the server from starting', async () => {
  const { app } = await createTestServer()
  const reply = await app.inject('/.well-known/security.txt')
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'not-found'])
  const environment = { DATABASE_URL: 'postgres://localhost/x', NODE_ENV: 'development', SECURITY_CONTACT: 'security@example.org' }
  expect(() => readConfig(environment)).toThrow('SECURITY_CONTACT is wrong: must be a mailto:, https: or tel: address')
})
