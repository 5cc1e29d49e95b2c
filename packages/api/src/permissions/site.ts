import { managers, open, type Permissions } from './permission-row.ts'

export const sitePermissions: Permissions = {
  'GET /api/public/site-data': open,
  'GET /api/public/guide': open,
  'GET /api/site-state': managers,
}
