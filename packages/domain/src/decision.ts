/** Refusals with a `detail` that is shown to people. */
type RefusalInWords = 'changed-since' | 'own-entry' | 'code-in-use'

/** Why a rule refused a change. The codes are stable because devices use them to choose the text to show. */
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

/** The result of a rule: the new record, or a refusal with its reason. Refusals are ordinary values, never exceptions. */
export type Decision<T, Code extends string = RefusalCode> = { ok: true; record: T } | { ok: false; refusal: Refusal<Code> }

export const accept = <T>(record: T): Decision<T, never> => ({ ok: true, record })

export const refuse = <Code extends string>(code: Code, detail: string): Decision<never, Code> => ({ ok: false, refusal: { code, detail } })

/** The fields that a change modified, with their values before and after, as one line of the record's history. */
export type FieldChanges = Record<string, { before: unknown; after: unknown }>
