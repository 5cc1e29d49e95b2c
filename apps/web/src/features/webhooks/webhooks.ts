import {
  type IdentityProof,
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
import { reasonOf } from '#parts/form/reason.ts'
import { toast } from '#ui/feedback/toasts.ts'

export const EVENT_TITLES: Record<WebhookEvent, { title: string; help: string }> = {
  action: { title: 'Actions', help: 'Created, changed, resolved, reopened or deleted' },
  status: { title: 'Status', help: 'Each update that is posted' },
}

const seconds = (durationMs: number) => `${(durationMs / 1000).toFixed(1)} s`

export const outcomeOf = ({ status, problem, durationMs }: WebhookTry): string =>
  status === null ? (problem ?? 'No response') : `Returned ${status} in ${seconds(durationMs)}`

export const askWebhooks = () => callApi('GET', '/api/webhooks', WebhookList)
export const askTries = (id: string) => callApi('GET', `/api/webhooks/${id}/tries`, WebhookTries)
export const addWebhook = (input: WebhookCreate) => callApi('POST', '/api/webhooks', WebhookMade, input)

export const takeOverWebhook = (id: string, proof: IdentityProof) => callApi('POST', `/api/webhooks/${id}/take-over`, Webhook, { proof })

function orToast<T>(answer: ApiAnswer<T>, failure: string): T | null {
  if (answer.ok) return answer.value
  toast('error', `${failure}: ${reasonOf(answer)}`)
  return null
}

export async function testWebhook({ id, name }: Webhook): Promise<void> {
  const tried = orToast(await callApi('POST', `/api/webhooks/${id}/test`, WebhookTry), 'Couldn’t send the test')
  if (tried) toast(isTaken(tried) ? 'success' : 'error', `${name}: ${outcomeOf(tried)}`)
}

export async function pauseWebhook({ id, name }: Webhook, paused: boolean): Promise<void> {
  const done = orToast(await callApi('PATCH', `/api/webhooks/${id}`, Webhook, { paused }), 'Couldn’t change the webhook')
  if (done) toast('success', paused ? `Paused: ${name}` : `Resumed: ${name}`)
}

export const newSecret = async ({ id }: Webhook): Promise<string | null> =>
  orToast(await callApi('POST', `/api/webhooks/${id}/secret`, WebhookSecret), 'Couldn’t create a new secret')?.secret ?? null

export async function removeWebhook({ id, name }: Webhook): Promise<void> {
  const answer = await callApi('DELETE', `/api/webhooks/${id}`, null)
  if (answer.ok || answer.code === 'not-found') toast('warning', `Webhook removed: ${name}`)
  else toast('error', `Couldn’t remove the webhook: ${reasonOf(answer)}`)
}
