/** Keys for other programs of a council (RULES.md, PE22). A key is nobody: what it may is what its scopes say. */
import * as z from 'zod/mini'

/** Every scope there is, the least first. Each is what some call under `/api/v1` asks for. */
export const KEY_SCOPES = ['read-status', 'post-status', 'read-actions'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

export const KEY_MOST_DAYS = 365
/** More than a council has programs; whoever needs another has one to revoke. */
export const KEYS_MAX = 50

export const ProgramName = z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(60, 'At most 60 characters'))

export type KeyStanding = { scopes: readonly string[]; expiresAt: Date }

export const keyEnd = (days: number, now: Date): Date => new Date(now.getTime() + Math.min(days, KEY_MOST_DAYS) * 86_400_000)

/** Whether the key still counts; what it may is asked for each call. */
export const isKeyAlive = ({ expiresAt }: Pick<KeyStanding, 'expiresAt'>, now: Date): boolean => expiresAt > now

export const keyMay = (key: KeyStanding, scope: KeyScope, now: Date): boolean => isKeyAlive(key, now) && key.scopes.includes(scope)
