type RefusalInWords = 'changed-since' | 'own-entry' | 'code-in-use'

/** Codes must stay stable, because devices choose the text to show by code. */
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

/** Refusals are ordinary values, never exceptions. */
export type Decision<T, Code extends string = RefusalCode> = { ok: true; record: T } | { ok: false; refusal: Refusal<Code> }

export const accept = <T>(record: T): Decision<T, never> => ({ ok: true, record })

export const refuse = <Code extends string>(code: Code, detail: string): Decision<never, Code> => ({ ok: false, refusal: { code, detail } })

/** One line of the record's history: each changed field before and after. */
export type FieldChanges = Record<string, { before: unknown; after: unknown }>
