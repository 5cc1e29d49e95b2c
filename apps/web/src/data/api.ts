/**
 * The one way to call the server's own routes. Every outcome is a value: what the server answered, why it refused, or that nobody
 * of ours answered. An answer that does not have its shape (the sign-in page of a hotel's network) is no answer.
 */
import type { ProblemCode } from '@trailwarden/api'
import { noteUnanswered } from '#platform/signal.ts'

export type ApiRefusal = {
  ok: false
  /** `no-answer`: no signal, or not our server. */
  code: ProblemCode | 'no-answer'
  detail: string
}
export type ApiAnswer<T> = { ok: true; value: T } | ApiRefusal

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a schema of ours offers, whoever made it. */
type Shape<T> = { safeParse(input: unknown): { success: true; data: T } | { success: false } }

const noAnswer = (detail: string): ApiRefusal => {
  noteUnanswered()
  return { ok: false, code: 'no-answer', detail }
}

async function readRefusal(reply: Response): Promise<ApiRefusal> {
  if (!reply.headers.get('content-type')?.startsWith('application/problem+json')) return noAnswer(`status ${reply.status}`)
  // Safe: problem details come from our server alone, which writes both fields into each.
  const { code, detail } = (await reply.json()) as Pick<ApiRefusal, 'code' | 'detail'>
  return { ok: false, code, detail }
}

/** Calls a route that answers with a value of this shape; null for one that answers with nothing. */
export async function callApi<T>(method: Method, path: string, shape: Shape<T>, body?: unknown): Promise<ApiAnswer<T>>
export async function callApi(method: Method, path: string, shape: null, body?: unknown): Promise<ApiAnswer<null>>
export async function callApi<T>(method: Method, path: string, shape: Shape<T> | null, body: unknown = {}): Promise<ApiAnswer<T | null>> {
  try {
    const reply = await fetch(path, {
      method,
      cache: 'no-store',
      // The server takes a change only as JSON: no form of another site can send that.
      ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!reply.ok) return await readRefusal(reply)
    if (!shape) return reply.status === 202 || reply.status === 204 ? { ok: true, value: null } : noAnswer(`status ${reply.status}`)
    const value = shape.safeParse(await reply.json())
    return value.success ? { ok: true, value: value.data } : noAnswer('an answer of another shape')
  } catch (error) {
    return noAnswer(error instanceof Error ? error.message : String(error))
  }
}
