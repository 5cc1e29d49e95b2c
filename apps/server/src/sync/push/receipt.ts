/**
 * A receipt proves that the server applied the last command of a push. The device sends the receipt with every later request, as evidence
 * for `past.ts`.
 */
import { sign } from '../pull/signature.ts'

export type Receipt = { epoch: string; commandId: string; number: number; text: string }

export const writeReceipt = ({ epoch, commandId, number }: Omit<Receipt, 'text'>, secret: string): string =>
  sign(secret, ['receipt', epoch, commandId, number].join('~'))

const RECEIPT = /^receipt~([0-9a-f-]{36})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~(\d{1,15})~[\w-]{22}$/

export function readReceipt(text: string | string[] | undefined): Receipt | null {
  if (typeof text !== 'string') return null
  const [, epoch, commandId, number] = RECEIPT.exec(text) ?? []
  return epoch && commandId ? { epoch, commandId, number: Number(number), text } : null
}
