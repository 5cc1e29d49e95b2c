import { byKey, members, open, type Permissions } from './permission-row.ts'

export const actionsPermissions: Permissions = {
  'GET /api/public/hazards': open,
  'GET /api/actions/archived': members,
  'GET /api/v1/actions': byKey('read-actions'),
  'GET /api/v1/actions/:id': byKey('read-actions'),
}
