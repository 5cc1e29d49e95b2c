import type { AccountRefusalCode } from './account.ts'

/** Why a change was turned down. Codes are stable: the phone picks its words by them. */
export type RefusalCode = 'not-allowed' | 'not-valid' | 'not-found' | 'gone' | 'superseded' | 'too-many-notes' | AccountRefusalCode

export type Refusal = { code: RefusalCode; detail: string }

/** What a rule answers: yes with the record that follows, or no with the reason. Refusals are everyday values, never exceptions. */
export type Decision<T> = { ok: true; record: T } | { ok: false; refusal: Refusal }

export const accept = <T>(record: T): Decision<T> => ({ ok: true, record })

export const refuse = (code: RefusalCode, detail: string): Decision<never> => ({ ok: false, refusal: { code, detail } })

/** What a change did to a record, field by field: a line of its history. */
export type FieldChanges = Record<string, { before: unknown; after: unknown }>
