import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Db } from '../db/database.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** A passkey in software, already added to a person's account: it signs what it is given, honest or not. */
export async function aPasskey(db: Db, personId: string, { rpId = 'trails.example.org' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const part = (mark: string, text: string) => [Buffer.from(mark, 'hex'), Buffer.from(text, 'base64url')]
  // COSE, by hand: EC2 key, ES256, P-256, x, y.
  const cose = Buffer.concat([Buffer.from('a5010203262001', 'hex'), ...part('215820', x), ...part('225820', y)])
  const id = sha256(personId + x).toString('base64url')
  const row = {
    id,
    personId,
    publicKey: cose,
    counter: 0,
    transports: ['internal'],
    device: 'A test',
    createdAt: new Date(),
    lastUsedAt: null,
  }
  await db.insertInto('passkeys').values(row).execute()
  let counter = 0
  return {
    id,
    answer(challenge: string, { origin = `https://${rpId}`, isVerified = true, count = ++counter } = {}) {
      const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }))
      const tail = Buffer.alloc(5)
      tail.writeUInt8(isVerified ? 0x05 : 0x01)
      tail.writeUInt32BE(count, 1)
      const authenticatorData = Buffer.concat([sha256(rpId), tail])
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
    },
  }
}
