import { open, type Permissions } from './permission-row.ts'

/** `GET /*` covers the app's pages and files, which are the same for everyone. */
export const serverPermissions: Permissions = {
  'GET /*': open,
  'GET /api/public/page-data': open,
  'GET /api/docs': open,
  'GET /api/docs/openapi.json': open,
  // Only in development: the emails that the server would have sent.
  'GET /dev/mail': open,
  'GET /dev/mail.json': open,
}
