import { managers, members, open, type Permissions } from './permission-row.ts'

export const syncPermissions: Permissions = {
  // The server also checks each command and document (RULES.md, A, S, T).
  'POST /api/push': members,
  'GET /api/pull': members,
  'GET /api/events': members,
  'GET /api/actions/:id/history': managers,
  'GET /api/points/:id/history': managers,
  'GET /api/trail-lines/:id/history': managers,
  // Open to everyone, because devices without an account send reports and fetch their own.
  'POST /api/reports/push': open,
  'GET /api/reports/pull': open,
}
