/**
 * Encrypted for the browser (RFC 8291) and signed by this server (RFC 8292). A message replaces the previous one of its topic (RFC 8030).
 */
import { createHash } from 'node:crypto'
import type { PushedNews } from '@trailwarden/api'
import webpush from 'web-push'
import { type Outbound, OutboundRefused } from '#http/outbound.ts'

export type Vapid = { publicKey: string; privateKey: string; subject: string }

/** If a device was off for longer, the rider opens the app before riding anyway. */
const PUSH_TTL_SECONDS = 3 * 86_400
const ANSWER_MAX_BYTES = 16_384

export type Receiver = { endpoint: string; p256dh: string; auth: string }

/** For an offline device, the push service stores only the last message of each topic. A topic has at most 32 characters. */
const topicOf = ({ kind, topic }: Pick<PushedNews, 'kind' | 'topic'>) =>
  createHash('sha256').update(`${kind} ${topic}`).digest().subarray(0, 24).toString('base64url')

/** `gone` means that the browser has unsubscribed, `again` that a retry may succeed, and `refused` that it can't. */
export type PushOutcome = { result: 'taken' | 'gone' | 'again' | 'refused'; problem?: string }

/** Never throws. The result doesn't identify the receiver, except for the host of the push service. */
export async function sendPush(
  outbound: Outbound,
  vapid: Vapid,
  { endpoint, p256dh, auth }: Receiver,
  news: PushedNews,
  { isUrgent, timeoutMs, signal }: { isUrgent: boolean; timeoutMs: number; signal: AbortSignal },
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
      timeoutMs,
      maxBytes: ANSWER_MAX_BYTES,
      signal,
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
