/** A response from another server, such as a hotel's login page or a proxy's error, is a connection problem. */
import { CURSOR_HEADER, EPOCH_HEADER, PERSON_HEADER, PROTOCOL, PROTOCOL_HEADER, RECEIPT_HEADER } from '@trailwarden/api'
import { type Call, type FailureReason, type PhotoRefusal, type Remote, RemoteFailure } from '@trailwarden/sync'
import { type DeviceDatabase, photoIn } from './device-database.ts'

const REASONS: Record<string, FailureReason> = { 'other-person': 'other-person', 'other-epoch': 'other-epoch' }

async function failureOf(reply: Response): Promise<RemoteFailure> {
  const isOurs = reply.headers.get('content-type')?.startsWith('application/problem+json')
  if (!isOurs) return new RemoteFailure(reply.status >= 500 ? 'server' : 'no-signal', `status ${reply.status}`)
  const { code, detail } = (await reply.json()) as { code: string; detail: string }
  const reason = REASONS[code] ?? byStatus(reply.status)
  return new RemoteFailure(reason, detail, { waitMs: 1000 * (Number(reply.headers.get('retry-after')) || 0) })
}

function byStatus(status: number): FailureReason {
  if (status === 401) return 'signed-out'
  if (status === 409 || status === 426) return 'too-old'
  if (status === 429) return 'busy'
  return status === 400 || status === 413 || status === 422 ? 'rejected' : 'server'
}

/** Fault tests replace the browser's `fetch`. */
export type Fetch = (path: string, init: RequestInit, alive: () => void) => Promise<Response>

async function ask(fetch: Fetch, path: string, { signal, alive }: Call, init: RequestInit = {}): Promise<Response> {
  let reply: Response
  try {
    reply = await fetch(path, { cache: 'no-store', ...init, signal }, alive)
  } catch (error) {
    throw new RemoteFailure('no-signal', 'no answer', { cause: error })
  }
  alive()
  return reply
}

/** On a slow connection, every piece of the body shows that the request is still alive. */
async function readJson(reply: Response, { alive }: Call): Promise<unknown> {
  if (!reply.ok) throw await failureOf(reply)
  try {
    const pieces: string[] = []
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      pieces.push(part.value)
      alive()
    }
    return JSON.parse(pieces.join(''))
  } catch (error) {
    throw new RemoteFailure('unreadable', 'the response was cut off', { cause: error })
  }
}

/**
 * `fetch` reports no upload progress, so uploads use XMLHttpRequest. Each piece that is sent restarts the timeout, because a photo takes
 * longer than the timeout on a slow connection.
 */
const upload = (path: string, photo: Blob, { method = 'PUT', headers, signal }: RequestInit, alive: () => void) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new TypeError('no answer'))
    request.open(method, path)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = alive
    request.onerror = fail
    request.onabort = fail
    request.onload = () => {
      const headers = ['content-type', 'retry-after'].flatMap((name): [string, string][] => {
        const value = request.getResponseHeader(name)
        return value === null ? [] : [[name, value]]
      })
      resolve(new Response(request.responseText || null, { status: request.status, headers }))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(photo)
  })

export const browserFetch: Fetch = (path, init, alive) =>
  init.body instanceof Blob && 'XMLHttpRequest' in globalThis ? upload(path, init.body, init, alive) : globalThis.fetch(path, init)

export async function uploadPhoto(id: string, photo: Blob, call: Call, fetch = browserFetch): Promise<PhotoRefusal | null> {
  const reply = await ask(fetch, `/api/photos/${id}`, call, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: photo })
  if (reply.ok) return null
  const isFinal = [403, 404, 410, 413, 415, 422].includes(reply.status)
  if (!isFinal || !reply.headers.get('content-type')?.startsWith('application/problem+json')) throw await failureOf(reply)
  return (await reply.json()) as PhotoRefusal
}

/** A damaged database may contain values that no request can contain. */
const isSendable = (text: unknown): text is string => typeof text === 'string' && /^[\w~-]{1,500}$/.test(text)
const evidence = (receipt: unknown, cursor: unknown = null) => ({
  ...(isSendable(receipt) && { [RECEIPT_HEADER]: receipt }),
  ...(isSendable(cursor) && { [CURSOR_HEADER]: cursor }),
})

const VERSION = { [PROTOCOL_HEADER]: String(PROTOCOL) }

export function createRemote(db: DeviceDatabase, fetch = browserFetch): Remote {
  return {
    async push({ personId, epoch, cursor, receipt, ...body }, call) {
      const sender = { [PERSON_HEADER]: personId, [EPOCH_HEADER]: epoch, ...evidence(receipt, cursor) }
      const headers = { 'content-type': 'application/json', ...VERSION, ...sender }
      return readJson(await ask(fetch, '/api/push', call, { method: 'POST', headers, body: JSON.stringify(body) }), call)
    },
    async pull(cursor, call, receipt) {
      const path = isSendable(cursor) ? `/api/pull?cursor=${encodeURIComponent(cursor)}` : '/api/pull'
      return readJson(await ask(fetch, path, call, { headers: { ...VERSION, ...evidence(receipt) } }), call)
    },
    async putPhoto(id, call) {
      const photo = await db.photos.get(id)
      // The person may have discarded the photo while it was queued.
      return photo ? uploadPhoto(id, photoIn(photo), call, fetch) : null
    },
  }
}
