/** A key may do only what its scopes allow (RULES.md, PE22). */
import * as z from 'zod/mini'
import { ADMINISTRATOR } from './person/person.ts'

/** Least powerful first. Each call under `/api/v1` requires one of the scopes. */
export const KEY_SCOPES = ['read-status', 'post-status', 'read-actions'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

export const KEY_MOST_DAYS = 365
/** More than any council needs. Administrators can revoke old keys to create new ones. */
export const KEYS_MAX = 50

export const ProgramName = z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(60, 'Use at most 60 characters'))

export type KeyStanding = { scopes: readonly string[]; expiresAt: Date }

export const keyEnd = (days: number, now: Date): Date => new Date(now.getTime() + Math.min(days, KEY_MOST_DAYS) * 86_400_000)

/** Scopes are checked separately for each call. */
export const isKeyAlive = ({ expiresAt }: Pick<KeyStanding, 'expiresAt'>, now: Date): boolean => expiresAt > now

export const keyMay = (key: KeyStanding, scope: KeyScope, now: Date): boolean => isKeyAlive(key, now) && key.scopes.includes(scope)

/** `holder` is null if the account was deleted. */
export const isAnsweredFor = (holder: { role: number; disabled: boolean } | null): boolean =>
  holder !== null && !holder.disabled && holder.role >= ADMINISTRATOR
