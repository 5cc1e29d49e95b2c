import { expect, test } from 'vitest'
import { loginPath, nextPath } from './next-path.ts'

const HERE = 'https://trails.example'

test('ROUTE-03 opens the requested page of this site after login, with its query and hash', () => {
  for (const wanted of ['/account/details', '/map?layer=trails#12/-41.2/148.1', '/users/edit/1?x=%2F%2Fa'])
    expect(nextPath(new URL(loginPath(wanted), HERE).search, HERE)).toBe(wanted)
  expect(loginPath('/')).toBe('/login')
})

test('PE15 ROUTE-03 opens home if the next page is on another site or would run a script', () => {
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '',
  ]
  for (const next of elsewhere) expect(nextPath(`?next=${encodeURIComponent(next)}`, HERE), next).toBe('/')
})
