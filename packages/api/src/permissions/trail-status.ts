import { MANAGER } from '@trailwarden/domain'
import { byKey, open, type Permissions } from './permission-row.ts'

export const trailStatusPermissions: Permissions = {
  'GET /api/public/status': open,
  'GET /api/public/alerts': open,
  'GET /api/public/trails.geojson': open,
  // Programs need an API key for these routes. A session doesn't give access (docs/integrations.md).
  'GET /api/v1/status': byKey('read-status'),
  'PUT /api/v1/status-updates/:id': byKey('post-status'),
  'POST /api/subscriptions': open,
  'POST /api/subscriptions/confirm': open,
  // Open to everyone, because mail programs unsubscribe automatically, without a session.
  'GET /api/subscriptions/:id/unsubscribe': open,
  'POST /api/subscriptions/:id/unsubscribe': open,
  // Open to everyone, because the random ID of an alert subscription identifies the browser.
  'POST /api/alerts': open,
  'GET /api/alerts/:id': open,
  'DELETE /api/alerts/:id': open,
  'DELETE /api/alerts/:id/:kind/:topic': open,
  'POST /api/alerts/reach': { role: MANAGER, fields: { networks: [], trails: [], closures: [], basedOn: [] } },
}
