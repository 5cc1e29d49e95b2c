import { spawnSync } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ops = (...args: string[]) =>
  spawnSync(process.execPath, [resolve(import.meta.dirname, '../ops.ts'), 'vapid-keys', ...args], { encoding: 'utf8' })

test('OPS-ALERTS the command prints a new key pair as settings each time it runs', () => {
  const [first, second] = [ops(), ops()]
  expect(first.status).toBe(0)
  const [, publicKey = '', privateKey = ''] = /^VAPID_PUBLIC_KEY=(\S{87})\nVAPID_PRIVATE_KEY=(\S{43})\n$/.exec(first.stdout) ?? []
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  expect(pair.getPublicKey('base64url')).toBe(publicKey)
  expect(second.stdout).not.toBe(first.stdout)
  expect(ops('more').status).not.toBe(0)
}, 30_000)
