import { administrators, type Permissions } from './permission-row.ts'

export const operationsPermissions: Permissions = {
  'GET /api/system-status': administrators,
}
