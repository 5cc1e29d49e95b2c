import { open, type Permissions } from './permission-row.ts'

export const warningsPermissions: Permissions = {
  'GET /api/public/warnings': open,
}
