import { managers, type Permissions } from './permission-row.ts'

export const overviewPermissions: Permissions = {
  'GET /api/management/overview': managers,
}
