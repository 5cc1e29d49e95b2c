/** Signed as the Standard Webhooks specification requires. Never throws: the result contains any error. */
import { createHmac } from 'node:crypto'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { WEBHOOK_TIMEOUT_SECONDS } from '@trailwarden/api'
import { isAllowedHost, NotPublic, publicLookup } from '#http/security/public-address.ts'

export type Outcome = { status: number | null; problem: string | null; durationMs: number }

const ANSWER_MAX_BYTES = 4096

const signatureOf = (secret: Buffer, id: string, timestamp: number, body: string): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`

const PROBLEMS: Record<string, string> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection lost',
  EPIPE: 'Connection lost',
  ENOTFOUND: 'Host name not found',
  EAI_AGAIN: 'Host name not found',
  EHOSTUNREACH: 'Not reachable',
  ENETUNREACH: 'Not reachable',
  ETIMEDOUT: `No response within ${WEBHOOK_TIMEOUT_SECONDS} s`,
}

/** The original error message may contain an address. */
function problemOf(error: unknown): string {
  if (error instanceof NotPublic) return 'Not a public address'
  const { name, code = '' } = error as { name?: string; code?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return `No response within ${WEBHOOK_TIMEOUT_SECONDS} s`
  return PROBLEMS[code] ?? (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code) ? 'Certificate rejected' : 'Connection failed')
}

type Message = { id: string; url: string; body: string; secrets: readonly Buffer[] }
export type SendOptions = { allowsPrivate: boolean; timeoutMs?: number; version: string }

/** A redirect target wouldn't be checked, so redirects aren't followed. */
function post({ id, url, body, secrets }: Message, { allowsPrivate, timeoutMs, version }: SendOptions, now: Date): Promise<number> {
  const to = new URL(url)
  if (!isAllowedHost(to, allowsPrivate)) return Promise.reject(new NotPublic('not a public address'))
  const timestamp = Math.floor(now.getTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': `Trailwarden/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, id, timestamp, body)).join(' '),
  }
  const signal = AbortSignal.timeout(timeoutMs ?? WEBHOOK_TIMEOUT_SECONDS * 1000)
  return new Promise((resolve, reject) => {
    const open = to.protocol === 'http:' ? overHttp : overHttps
    const request = open(to, { method: 'POST', headers, signal, agent: false, lookup: publicLookup(allowsPrivate) }, (answer) => {
      let bytes = 0
      const finish = () => {
        resolve(answer.statusCode ?? 0)
        request.destroy()
      }
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > ANSWER_MAX_BYTES) finish()
      })
      answer.on('end', finish)
      answer.on('error', reject)
    })
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error))
    request.end(body)
  })
}

export async function sendWebhook(message: Message, options: SendOptions, now: Date): Promise<Outcome> {
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  try {
    const status = await post(message, options, now)
    return { status, problem: null, durationMs: took() }
  } catch (error) {
    return { status: null, problem: problemOf(error), durationMs: took() }
  }
}
