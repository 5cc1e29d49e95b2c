/** Webhooks: what the screen asks of the server. Nothing of it is stored on the device. */
import {
  isTaken,
  Webhook,
  type WebhookCreate,
  type WebhookEvent,
  WebhookList,
  WebhookMade,
  WebhookSecret,
  WebhookTries,
  WebhookTry,
} from '@trailwarden/api'
import { type ApiAnswer, callApi } from '#data/api.ts'
import { reasonOf } from '#parts/reason.ts'
import { toast } from '#ui/toasts.ts'

export const EVENT_TITLES: Record<WebhookEvent, { title: string; help: string }> = {
  action: { title: 'Actions', help: 'Created, changed, resolved, reopened or deleted' },
  status: { title: 'Status', help: 'Each update that is posted' },
}

const seconds = (durationMs: number) => `${(durationMs / 1000).toFixed(1)} s`

/** 'Answered 204 in 0.3 s', 'Connection refused' */
export const outcomeOf = ({ status, problem, durationMs }: WebhookTry): string =>
  status === null ? (problem ?? 'No answer') : `Answered ${status} in ${seconds(durationMs)}`

export const askWebhooks = () => callApi('GET', '/api/webhooks', WebhookList)
export const askTries = (id: string) => callApi('GET', `/api/webhooks/${id}/tries`, WebhookTries)
export const addWebhook = (input: WebhookCreate) => callApi('POST', '/api/webhooks', WebhookMade, input)

function orToast<T>(answer: ApiAnswer<T>, failure: string): T | null {
  if (answer.ok) return answer.value
  toast('error', `${failure}: ${reasonOf(answer)}`)
  return null
}

export async function testWebhook({ id, name }: Webhook): Promise<void> {
  const tried = orToast(await callApi('POST', `/api/webhooks/${id}/test`, WebhookTry), 'Not tested')
  if (tried) toast(isTaken(tried) ? 'success' : 'error', `${name}: ${outcomeOf(tried)}`)
}

export async function pauseWebhook({ id, name }: Webhook, paused: boolean): Promise<void> {
  const done = orToast(await callApi('PATCH', `/api/webhooks/${id}`, Webhook, { paused }), 'Not changed')
  if (done) toast('success', paused ? `Paused: ${name}` : `Started again: ${name}`)
}

export const newSecret = async ({ id }: Webhook): Promise<string | null> =>
  orToast(await callApi('POST', `/api/webhooks/${id}/secret`, WebhookSecret), 'No new secret')?.secret ?? null

export async function removeWebhook({ id, name }: Webhook): Promise<void> {
  const answer = await callApi('DELETE', `/api/webhooks/${id}`, null)
  if (answer.ok || answer.code === 'not-found') toast('warning', `Webhook removed: ${name}`)
  else toast('error', `Not removed: ${reasonOf(answer)}`)
}
