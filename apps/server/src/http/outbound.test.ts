import { expect, test } from 'vitest'
import { openOutbound } from './outbound.ts'
import { isPublicAddress } from './security/public-address.ts'

test('allows only public internet addresses', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001::1']) expect(isPublicAddress(address), address).toBe(true)
  for (const address of [
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['255.255.255.255', '::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1'],
    ...['2002:7f00:1::', '2001:db8::1', '2001::1', 'ff02::1', 'localhost', ''],
  ])
    expect(isPublicAddress(address), address).toBe(false)
})

test.each([
  'http://example.org/',
  'ftp://example.org/',
  'https://user:secret@example.org/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::ffff:127.0.0.1]/',
  'https://localhost/',
  'http://127.0.0.1:80/',
  'not an address',
])('does not request %s', async (url) => {
  const outbound = openOutbound({ fromLoopback: false })
  await expect(outbound(url, { timeoutMs: 5000, maxBytes: 1000 })).rejects.toThrow()
})
