import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link. Only `hashToken` of it is ever stored. */
export const newToken = () => randomBytes(32).toString('base64url')

/** A plain hash will do: there is nothing to guess in 256 random bits, so nothing to slow down. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()
