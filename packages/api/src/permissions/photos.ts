import { members, open, type Permissions } from './permission-row.ts'

export const photosPermissions: Permissions = {
  'PUT /api/photos/:id': members,
  'GET /api/photos/:id': members,
  // Open to everyone, because devices without an account also send photos with their reports.
  'PUT /api/reports/photos/:id': open,
}
