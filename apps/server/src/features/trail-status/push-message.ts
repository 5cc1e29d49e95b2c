/** One push: encrypted for the browser that asked for it (RFC 8291), signed by this server (RFC 8292), replacing the one before (RFC 8030). */
import { createHash } from 'node:crypto'
import type { PushedNews } from '@trailwarden/api'
import webpush from 'web-push'
import { type Outbound, OutboundRefused } from '#http/outbound.ts'

export type Vapid = { publicKey: string; privateKey: string; subject: string }

/** A phone that was off for longer opens the app before it rides. */
const PUSH_TTL_SECONDS = 3 * 86_400
const TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 16_384

export type Receiver = { endpoint: string; p256dh: string; auth: string }

/** Of messages with one topic that wait for a phone, its push service stores the last. 32 characters are all that it may have. */
const topicOf = ({ kind, topic }: Pick<PushedNews, 'kind' | 'topic'>) =>
  createHash('sha256').update(`${kind} ${topic}`).digest().subarray(0, 24).toString('base64url')

/** `gone`: the browser has ended it. `again`: may work later. `refused`: will never. */
export type PushOutcome = { result: 'taken' | 'gone' | 'again' | 'refused'; problem?: string }

/** Whatever happens, the answer is a value, and names nothing of the receiver but the host of its push service. */
export async function sendPush(
  outbound: Outbound,
  vapid: Vapid,
  { endpoint, p256dh, auth }: Receiver,
  news: PushedNews,
  isUrgent: boolean,
): Promise<PushOutcome> {
  try {
    const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(news), {
      vapidDetails: vapid,
      TTL: PUSH_TTL_SECONDS,
      topic: topicOf(news),
      urgency: isUrgent ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    })
    const text = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    const { status } = await outbound(endpoint, {
      method: 'POST',
      headers: text,
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_MAX_BYTES,
    })
    if (status >= 200 && status < 300) return { result: 'taken' }
    if (status === 404 || status === 410) return { result: 'gone' }
    const problem = `${new URL(endpoint).hostname} answered ${status}`
    return { result: status === 429 || status >= 500 ? 'again' : 'refused', problem }
  } catch (error) {
    if (error instanceof OutboundRefused) return { result: 'again', problem: error.message }
    const { code, name } = error as { code?: string; name?: string }
    return { result: 'again', problem: `${hostOf(endpoint)}: ${code ?? name ?? 'failed'}` }
  }
}

const hostOf = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).hostname : 'no address')
