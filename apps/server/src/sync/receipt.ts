/** What a phone is given for the last command of a push that was applied, and sends with every later request (`past.ts` says what for). */
import { sign } from './signature.ts'

export type Receipt = { epoch: string; commandId: string; number: number; text: string }

export const writeReceipt = ({ epoch, commandId, number }: Omit<Receipt, 'text'>, secret: string): string =>
  sign(secret, ['receipt', epoch, commandId, number].join('~'))

const RECEIPT = /^receipt~([0-9a-f-]{36})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~(\d{1,15})~[\w-]{22}$/

export function readReceipt(text: string | string[] | undefined): Receipt | null {
  if (typeof text !== 'string') return null
  const [, epoch, commandId, number] = RECEIPT.exec(text) ?? []
  return epoch && commandId ? { epoch, commandId, number: Number(number), text } : null
}
