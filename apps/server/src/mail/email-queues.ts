import { type Queues, RETRY_FOR_TWO_DAYS } from '#db/schema/queues.ts'

/** A batch in the bulk queue can take 400 s: 50 emails over 5 connections, with a timeout of 40 s each. */
export const EMAIL_QUEUES = {
  'email-urgent': { ...RETRY_FOR_TWO_DAYS, expireInSeconds: 300, heartbeatSeconds: 60, notify: true },
  'email-bulk': { ...RETRY_FOR_TWO_DAYS, expireInSeconds: 900, heartbeatSeconds: 60 },
  'email-closure': { ...RETRY_FOR_TWO_DAYS, expireInSeconds: 900, heartbeatSeconds: 60, notify: true },
  'email-closure-fan-out': { ...RETRY_FOR_TWO_DAYS, expireInSeconds: 900, heartbeatSeconds: 60, notify: true },
  'email-fan-out': { ...RETRY_FOR_TWO_DAYS, expireInSeconds: 900, heartbeatSeconds: 60, notify: true },
  /** Before migration 0019, all emails were in this queue. Emails that are still in it are sent. */
  letters: { ...RETRY_FOR_TWO_DAYS, expireInSeconds: 300 },
} as const satisfies Queues
