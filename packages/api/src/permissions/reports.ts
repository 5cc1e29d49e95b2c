import { open, type Permissions } from './permission-row.ts'

export const reportsPermissions: Permissions = {
  // Open to everyone, because the reporter's link works without an account.
  'POST /api/report-links/open': open,
  'POST /api/report-links/photo': open,
  'POST /api/report-links/forget-contact': open,
}
