import { MEMBER } from '@trailwarden/domain'
import { members, open, type Permissions } from './permission-row.ts'

export const billingPermissions: Permissions = {
  // These routes refuse roles above Member, because managers have nothing to buy.
  'GET /api/billing': members,
  'POST /api/billing/checkout': { role: MEMBER, fields: { price: [] } },
  'POST /api/billing/portal': { role: MEMBER, fields: {} },
  // The payment provider calls this route. A signature authenticates the request.
  'POST /api/billing/webhook': open,
}
