import type { News } from '@trailwarden/api'
import type { Tx } from './database.ts'

/** Notifies other programs of a change. The notification is part of the transaction, so it's sent only after a commit. */
export type Announce = (tx: Tx, news: News, now: Date) => Promise<void>
