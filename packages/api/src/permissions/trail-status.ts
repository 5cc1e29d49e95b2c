import { MANAGER } from '@trailwarden/domain'
import { byKey, open, type Permissions } from './permission-row.ts'

export const trailStatusPermissions: Permissions = {
  'GET /api/public/status': open,
  'GET /api/public/alerts': open,
  'GET /api/public/trails.geojson': open,
  // Routes for other programs, which need an API key. A session doesn't give access (docs/integrations.md).
  'GET /api/v1/status': byKey('read-status'),
  'PUT /api/v1/status-updates/:id': byKey('post-status'),
  'POST /api/subscriptions': open,
  'POST /api/subscriptions/confirm': open,
  // Open to everyone, because anyone who has the email can unsubscribe. Mail programs do so automatically, without a session.
  'GET /api/subscriptions/:id/unsubscribe': open,
  'POST /api/subscriptions/:id/unsubscribe': open,
  // Open to everyone. The random ID of an alert subscription identifies the browser that created it.
  'POST /api/alerts': open,
  'GET /api/alerts/:id': open,
  'DELETE /api/alerts/:id': open,
  'DELETE /api/alerts/:id/:kind/:topic': open,
  'POST /api/alerts/reach': { role: MANAGER, fields: { networks: [], trails: [], closures: [], basedOn: [] } },
}
