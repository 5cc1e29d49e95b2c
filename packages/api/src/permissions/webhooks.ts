import { ADMINISTRATOR } from '@trailwarden/domain'
import { administrators, type Permissions } from './permission-row.ts'

export const webhooksPermissions: Permissions = {
  'GET /api/webhooks': administrators,
  'POST /api/webhooks': { role: ADMINISTRATOR, fields: { name: [], url: [], events: [], proof: [] } },
  'POST /api/webhooks/:id/take-over': { role: ADMINISTRATOR, fields: { proof: [] } },
  'PATCH /api/webhooks/:id': { role: ADMINISTRATOR, fields: { paused: [] } },
  'DELETE /api/webhooks/:id': administrators,
  'POST /api/webhooks/:id/secret': { role: ADMINISTRATOR, fields: {} },
  'POST /api/webhooks/:id/test': { role: ADMINISTRATOR, fields: {} },
  'GET /api/webhooks/:id/tries': administrators,
}
