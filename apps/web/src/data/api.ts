/**
 * All other code uses this module for requests to the server. A response of the wrong shape, such as a hotel network's login page, counts
 * as no response.
 */
import type { ProblemCode } from '@trailwarden/api'
import { noteUnanswered } from '#platform/signal.ts'

export type ApiRefusal = {
  ok: false
  /** `no-answer` means that there is no signal, or that the response wasn't from our server. */
  code: ProblemCode | 'no-answer'
  detail: string
}
export type ApiAnswer<T> = { ok: true; value: T } | ApiRefusal

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The interface keeps this module independent of the schema library. */
type Shape<T> = { safeParse(input: unknown): { success: true; data: T } | { success: false } }

const noAnswer = (detail: string): ApiRefusal => {
  noteUnanswered()
  return { ok: false, code: 'no-answer', detail }
}

async function readRefusal(reply: Response): Promise<ApiRefusal> {
  if (!reply.headers.get('content-type')?.startsWith('application/problem+json')) return noAnswer(`status ${reply.status}`)
  // The cast is safe because problem details come only from our server, which always includes both fields.
  const { code, detail } = (await reply.json()) as Pick<ApiRefusal, 'code' | 'detail'>
  return { ok: false, code, detail }
}

/** Pass null as the shape of a route without response content. */
export async function callApi<T>(method: Method, path: string, shape: Shape<T>, body?: unknown): Promise<ApiAnswer<T>>
export async function callApi(method: Method, path: string, shape: null, body?: unknown): Promise<ApiAnswer<null>>
export async function callApi<T>(method: Method, path: string, shape: Shape<T> | null, body: unknown = {}): Promise<ApiAnswer<T | null>> {
  try {
    const reply = await fetch(path, {
      method,
      cache: 'no-store',
      // The server accepts changes only as JSON, because forms on other sites can't send JSON.
      ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!reply.ok) return await readRefusal(reply)
    if (!shape) return reply.status === 202 || reply.status === 204 ? { ok: true, value: null } : noAnswer(`status ${reply.status}`)
    const value = shape.safeParse(await reply.json())
    return value.success ? { ok: true, value: value.data } : noAnswer('unexpected response format')
  } catch (error) {
    return noAnswer(error instanceof Error ? error.message : String(error))
  }
}
