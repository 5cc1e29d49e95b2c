import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link. Only the hash (`hashToken`) is ever stored. */
export const newToken = () => randomBytes(32).toString('base64url')

/** A plain hash is enough, because nobody can guess 256 random bits. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()
