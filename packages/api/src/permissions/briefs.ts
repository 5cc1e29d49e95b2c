import { MANAGER } from '@trailwarden/domain'
import { members, open, type Permissions } from './permission-row.ts'

export const briefsPermissions: Permissions = {
  // Open to all members, because they see these hazards anyway (A8).
  'GET /api/open-hazards': members,
  'POST /api/brief-links': { role: MANAGER, fields: { code: [], hours: [] } },
  'POST /api/brief-links/open': open,
}
