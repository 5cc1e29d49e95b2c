/**
 * argon2id (RFC 9106) with the parameters that OWASP lists first. Hashes use PHC notation, so the parameters can be raised later without
 * locking anyone out. Hashing takes 19 MiB and one thread of Node's pool (4 by default) for 50-150 ms. At most two hashes run at the same
 * time, so that many logins can't block file access and DNS lookups.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createGate } from '#http/security/gate.ts'

export type Cost = { memory: number; passes: number; parallelism: number }
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const AT_ONCE = 2

const queued = createGate(AT_ONCE)

function derive(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  // Another keyboard may produce different code points for the same characters.
  const parameters = { message: password.normalize('NFKC'), nonce, tagLength, ...cost }
  return queued(
    () => new Promise((done, fail) => argon2('argon2id', parameters, (error, key) => (error ? fail(error) : done(Buffer.from(key))))),
  )
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost, 32)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(key)}`
}

// A random hash that matches no password, for accounts without one.
const nobody = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(randomBytes(16))}$${base64(randomBytes(32))}`

/** Takes equally long if `stored` is null, so that the time doesn't reveal whether there is a password. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? nobody)
  if (!parts) throw new Error('A stored password hash has an unknown format.')
  const [, memory, passes, parallelism, salt = '', key = ''] = parts
  const expected = Buffer.from(key, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const given = await derive(password, Buffer.from(salt, 'base64'), cost, expected.length)
  return timingSafeEqual(given, expected) && stored !== null
}

const common = new Set(
  readFileSync(resolve(import.meta.dirname, '../../../../data/common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
)

export const isCommonPassword = (password: string) => common.has(password.toLowerCase())
