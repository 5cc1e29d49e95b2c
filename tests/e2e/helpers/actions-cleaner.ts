import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'

type PullReply = {
  epoch: string
  personId: string
  reset: boolean
  cursor: string
  documents: { kind: string; id: string }[]
  removed: { id: string }[]
  more: boolean
}
type PushReply = { answers: { outcome: string }[] }

const ADMIN = { email: 'admin@example.org', password: 'trailwarden sample' }

/**
 * Deletes the Actions that earlier tests of the worker recorded. Lists draw only the rows in view, worst first, so a test's own Action could
 * otherwise be too far down to be drawn.
 */
export function createActionsCleaner(request: APIRequestContext) {
  const ids = new Set<string>()
  let cursor: string | null = null

  async function pull(): Promise<PullReply> {
    const get = () => request.get('/api/pull', { params: cursor ? { cursor } : {} })
    let reply = await get()
    if (reply.status() === 401) {
      await request.post('/api/account/login', { data: ADMIN })
      reply = await get()
    }
    return reply.json()
  }

  return async () => {
    let page: PullReply
    do {
      page = await pull()
      cursor = page.cursor
      if (page.reset) ids.clear()
      for (const { kind, id } of page.documents) if (kind === 'action') ids.add(id)
      for (const { id } of page.removed) ids.delete(id)
    } while (page.more)
    if (ids.size === 0) return
    const commands = [...ids].map((recordId, i) => ({
      id: randomUUID(),
      n: i + 1,
      kind: 'action',
      recordId,
      baseVersion: null,
      recordedAt: new Date().toISOString(),
      patch: { deleted: true },
    }))
    const reply = await request.post('/api/push', {
      headers: { 'x-trailwarden-person': page.personId, 'x-trailwarden-epoch': page.epoch },
      data: { deviceId: randomUUID(), commands },
    })
    const { answers }: PushReply = await reply.json()
    const failed = answers.filter(({ outcome }) => outcome !== 'applied' && outcome !== 'gone')
    if (failed.length > 0) throw new Error(`Actions could not be deleted: ${JSON.stringify(failed)}`)
  }
}
