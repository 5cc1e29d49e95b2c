/**
 * Proof of work, in place of a riddle: whoever makes a report has its device look for a number by which the hash of the report's id begins
 * with this many zero bits. A phone finds it while its owner writes; a thousand reports cost a thousand times that.
 */
export const WORK_BITS = 14

export const workText = (recordId: string, work: string): string => `${recordId}:${work}`

/** `hash`: the SHA-256 of `workText`. */
export const isWorkDone = (hash: Uint8Array): boolean => hash[0] === 0 && (hash[1] ?? 255) >> (16 - WORK_BITS) === 0
