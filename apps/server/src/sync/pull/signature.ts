/** The secret of this database (`sync_epoch`) signs cursors and receipts, so that devices can send them back but nobody can forge them. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE_BYTES = 16

const signatureOf = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest().subarray(0, SIGNATURE_BYTES)

export const sign = (secret: string, text: string): string => `${text}~${signatureOf(secret, text).toString('base64url')}`

export function isSigned(secret: string, signed: string): boolean {
  const end = signed.lastIndexOf('~')
  const given = Buffer.from(signed.slice(end + 1), 'base64url')
  return given.length === SIGNATURE_BYTES && timingSafeEqual(given, signatureOf(secret, signed.slice(0, end)))
}
