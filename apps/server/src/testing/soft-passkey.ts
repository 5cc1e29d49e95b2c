import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Db } from '../db/database.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

type AnswerOptions = { origin?: string; isVerified?: boolean; count?: number }

/** The passkey signs any data, including forged data. */
export function createSoftPasskey({ rpId = 'trails.example.org' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const part = (mark: string, text: string) => [Buffer.from(mark, 'hex'), Buffer.from(text, 'base64url')]
  // The public key in hand-written COSE: EC2 key, ES256, P-256, x, y.
  const cose = Buffer.concat([Buffer.from('a5010203262001', 'hex'), ...part('215820', x), ...part('225820', y)])
  const credential = sha256(x)
  const id = credential.toString('base64url')
  let counter = 0
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const flags = (bits: number, count: number) => {
    const tail = Buffer.alloc(5)
    tail.writeUInt8(bits)
    tail.writeUInt32BE(count, 1)
    return tail
  }
  const answered = (response: Record<string, Buffer>) => ({
    id,
    rawId: id,
    type: 'public-key',
    response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])),
    clientExtensionResults: {},
  })

  return {
    id,
    cose,
    registration(challenge: string) {
      const length = Buffer.from([0, credential.length])
      const authData = Buffer.concat([sha256(rpId), flags(0x45, 0), Buffer.alloc(16), length, credential, cose])
      const size = Buffer.alloc(2)
      size.writeUInt16BE(authData.length)
      // The attestation in hand-written CBOR: format "none", no statement, and the data above.
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')
      const attestationObject = Buffer.concat([head, Buffer.from([0x59]), size, authData])
      return answered({ clientDataJSON: clientData('webauthn.create', challenge, `https://${rpId}`), attestationObject })
    },
    answer(challenge: string, { origin = `https://${rpId}`, isVerified = true, count = ++counter }: AnswerOptions = {}) {
      const clientDataJSON = clientData('webauthn.get', challenge, origin)
      const authenticatorData = Buffer.concat([sha256(rpId), flags(isVerified ? 0x05 : 0x01, count)])
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return answered({ clientDataJSON, authenticatorData, signature })
    },
  }
}

export async function createPasskey(db: Db, personId: string, { createdAt = new Date() } = {}) {
  const passkey = createSoftPasskey()
  const row = { id: passkey.id, personId, publicKey: passkey.cose, counter: 0, transports: ['internal'], device: 'A test', createdAt }
  await db
    .insertInto('passkeys')
    .values({ ...row, lastUsedAt: null })
    .execute()
  return passkey
}
