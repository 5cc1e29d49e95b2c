/**
 * Implements RFC 8030, with subscribed browsers. Checks the sender's signature (RFC 8292), and decrypts messages as browsers do (RFC 8291,
 * RFC 8188). While a phone is off, the service stores the last message of each topic until its TTL expires.
 */
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Pushed = { text: string; topic: string; ttl: number; urgency: string; subject: string; at: number }

export type PushPhone = {
  /** The result of the browser's `PushSubscription.toJSON()`. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: Pushed[]
  /** Messages stored while the phone was off: the last one of each topic. */
  waiting(): Pushed[]
  /** 201 accepts messages. */
  answerWith(status: number): void
}

export type PushService = {
  aPhone(): PushPhone
  phones: PushPhone[]
  problems: string[]
  close(): Promise<void>
}

type Phone = PushPhone & { ecdh: ECDH; auth: Buffer; status: number; topics: Map<string, Pushed> }

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** One record of RFC 8188 with keys as in RFC 8291. */
function open(body: Buffer, { ecdh, auth }: Phone): string {
  const [salt, size, idLength] = [body.subarray(0, 16), body.readUInt32BE(16), body[20] ?? 0]
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  if (idLength !== 65 || sealed.length > size) throw new Error('not a single aes128gcm record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The content ends with a byte of value 2, followed by zeros.
  const end = plain.findLastIndex((byte) => byte !== 0)
  if (plain[end] !== 2) throw new Error('the record has no end marker')
  return plain.subarray(0, end).toString()
}

/** RFC 8292. The token must be for this service, and signed with the key that the browser used to subscribe. */
function senderOf(header: string, origin: string, publicKey: string): string {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? []
  if (key !== publicKey) throw new Error('not the key of the subscription')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('not signed by this key')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const aheadSeconds = exp - Date.now() / 1000
  if (aud !== origin || !(aheadSeconds > 0 && aheadSeconds <= 86_400)) throw new Error('the token is for another service or expired')
  if (!/^(mailto:|https:)/.test(sub)) throw new Error('the token has no contact address')
  return sub
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

export function pushKeys() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  // A private key may begin with zeros, which are part of the setting's fixed length.
  const secret = Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()]).subarray(-32)
  return { VAPID_PUBLIC_KEY: ecdh.getPublicKey('base64url'), VAPID_PRIVATE_KEY: secret.toString('base64url') }
}

/** `publicKey` is the key with which browsers subscribe (`applicationServerKey`). */
export async function openPushService(publicKey: string): Promise<PushService> {
  const phones = new Map<string, Phone>()
  const problems: string[] = []
  let origin = ''
  const server = createServer(async (request, reply) => {
    const body = await bodyOf(request)
    const phone = phones.get(request.url ?? '')
    if (!phone) return reply.writeHead(404).end()
    if (phone.status !== 201) return reply.writeHead(phone.status, { 'retry-after': '1' }).end()
    try {
      const header = (name: string) => String(request.headers[name] ?? '')
      const [ttl, topic] = [header('ttl'), header('topic')]
      if (request.method !== 'POST' || !/^\d+$/.test(ttl)) throw new Error('no TTL')
      if (topic && !/^[A-Za-z0-9_-]{1,32}$/.test(topic)) throw new Error('not a topic')
      if (header('content-encoding') !== 'aes128gcm' || body.length > 4096) throw new Error('not encrypted, or too long')
      const subject = senderOf(header('authorization'), origin, publicKey)
      const pushed = { text: open(body, phone), topic, ttl: Number(ttl), urgency: header('urgency'), subject, at: Date.now() }
      phone.received.push(pushed)
      phone.topics.set(topic || randomUUID(), pushed)
      reply.writeHead(201, { location: `${origin}/m/${randomUUID()}`, ttl }).end()
    } catch (error) {
      problems.push(error instanceof Error ? error.message : 'unknown error')
      reply.writeHead(400).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    problems,
    get phones() {
      return [...phones.values()]
    },
    aPhone() {
      const ecdh = createECDH('prime256v1')
      const [p256dh, auth, path] = [ecdh.generateKeys(), randomBytes(16), `/p/${randomUUID()}`]
      const phone: Phone = {
        subscription: { endpoint: origin + path, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } },
        received: [],
        waiting: () => [...phone.topics.values()].filter(({ at, ttl }) => at + ttl * 1000 > Date.now()),
        answerWith(status) {
          phone.status = status
        },
        ecdh,
        auth,
        status: 201,
        topics: new Map(),
      }
      phones.set(path, phone)
      return phone
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
