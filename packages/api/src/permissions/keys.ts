import { ADMINISTRATOR } from '@trailwarden/domain'
import { administrators, type Permissions } from './permission-row.ts'

export const keysPermissions: Permissions = {
  'GET /api/keys': administrators,
  'POST /api/keys': { role: ADMINISTRATOR, fields: { name: [], scopes: [], days: [], proof: [] } },
  'POST /api/keys/:id/take-over': { role: ADMINISTRATOR, fields: { proof: [] } },
  'DELETE /api/keys/:id': administrators,
}
