/** Their `detail` is written for people. */
type RefusalInWords = 'changed-since' | 'own-entry' | 'code-in-use'

/** Why a rule turned a change down. Codes are stable: phones choose their text by them. */
export type RefusalCode =
  | 'not-allowed'
  | 'not-valid'
  | 'not-found'
  | 'gone'
  | 'superseded'
  | 'needs-second-yes'
  | 'too-many-notes'
  | 'too-many-photos'
  | 'last-manager'
  | 'last-way-in'
  | RefusalInWords

export type Refusal<Code extends string = RefusalCode> = { code: Code; detail: string }

/** What a rule answers: yes with the record that follows, or no with the reason. Refusals are everyday values, never exceptions. */
export type Decision<T, Code extends string = RefusalCode> = { ok: true; record: T } | { ok: false; refusal: Refusal<Code> }

export const accept = <T>(record: T): Decision<T, never> => ({ ok: true, record })

export const refuse = <Code extends string>(code: Code, detail: string): Decision<never, Code> => ({ ok: false, refusal: { code, detail } })

/** What a change did to a record, field by field: a line of its history. */
export type FieldChanges = Record<string, { before: unknown; after: unknown }>
