import type { News } from '@trailwarden/api'
import type { Tx } from './database.ts'

/** The notification is part of the transaction, so other programs receive it only after a commit. */
export type Announce = (tx: Tx, news: News, now: Date) => Promise<void>
