/**
 * Proof of work instead of a captcha. The reporter's device searches for a number that makes the hash of the report's ID begin with this
 * many zero bits. A phone finds the number while its owner is typing, but a thousand reports cost a thousand times as much.
 */
export const WORK_BITS = 14

export const workText = (recordId: string, work: string): string => `${recordId}:${work}`

/** `hash` must be the SHA-256 of `workText`. */
export const isWorkDone = (hash: Uint8Array): boolean => hash[0] === 0 && (hash[1] ?? 255) >> (16 - WORK_BITS) === 0
