/** Webhook events contain the type of problem and its location, but no text that people wrote. */
import type { News } from '@trailwarden/api'
import type { Action, ActionChange } from '@trailwarden/domain'

function typeOf(before: Action | null, { record, deleted }: ActionChange): Extract<News['type'], `action.${string}`> {
  if (deleted) return 'action.deleted'
  if (!before) return 'action.created'
  if (before.status === record.status) return 'action.changed'
  return record.status === 'Resolved' ? 'action.resolved' : 'action.reopened'
}

export function actionNews(before: Action | null, change: ActionChange, publicUrl: string): News {
  const { id, number, category, area, trail, place, rating, status, version } = change.record
  const url = new URL(`/actions/view/${id}`, publicUrl).href
  const changed = before ? Object.keys(change.changes) : []
  return { type: typeOf(before, change), data: { id, number, url, category, area, trail, place, rating, status, version, changed } }
}
