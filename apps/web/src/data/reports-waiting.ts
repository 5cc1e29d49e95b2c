/** In the browser's storage while reports of this device without an account wait. */
export const REPORTS_WAITING = 'reports-waiting'
