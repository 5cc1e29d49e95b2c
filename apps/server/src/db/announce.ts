import type { News } from '@trailwarden/api'
import type { Tx } from './database.ts'

/** Tells other programs of a change, if and only if its transaction is committed. */
export type Announce = (tx: Tx, news: News, now: Date) => Promise<void>
