/** If a feed fails, its earlier warnings remain until they expire. Warnings never change trail status. */
import { createHash } from 'node:crypto'
import { type PublicWarnings, shownUntil, type Warning, warningsAt } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import type { WarningFeed } from '@trailwarden/site/files'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { remembering } from '#db/remembering.ts'
import { type Outbound, OutboundRefused } from '#http/outbound.ts'
import { checkFeed } from './check-feed.ts'
import { XmlRefused } from './xml-tree.ts'

type Log = { warn(details: object, message: string): void }

export type WarningFeeds = {
  /** If PostgreSQL is down, returns the result of the last read. */
  read(): Promise<PublicWarnings>
  hasFeeds: boolean
  /** Only one process checks each feed. Returns the number of feeds that this process checked. */
  check(now: Date): Promise<number>
  start(): void
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 30_000
/** Home shows only the first few warnings, and the rest on request. */
const MAX_SHOWN = 50
const MISSED_TURNS = 3
const MINUTE_MS = 60_000

const settingsOf = (feed: WarningFeed, { networks }: Pick<Site, 'networks'>) =>
  createHash('sha256')
    .update(JSON.stringify([1, feed, networks.map(({ id, bounds }) => [id, bounds])]))
    .digest('base64url')

const reasonOf = (error: unknown): string => {
  if (error instanceof XmlRefused || error instanceof OutboundRefused) return error.message
  return error instanceof Error && 'code' in error ? String(error.code) : 'the feed could not be read'
}

type Dependencies = { db: Db; site: Pick<Site, 'networks'>; feeds: readonly WarningFeed[]; outbound: Outbound; log: Log }

export function openWarningFeeds({ db, site, feeds, outbound, log }: Dependencies): WarningFeeds {
  const settings = new Map(feeds.map((feed) => [feed.id, settingsOf(feed, site)]))
  const stopped = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  async function readPublic(): Promise<PublicWarnings> {
    const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
    const now = rows[0]?.now ?? new Date()
    const stored = feeds.length > 0 ? await db.selectFrom('warningFeeds').selectAll().execute() : []
    const warnings = feeds.flatMap((feed): Warning[] => {
      const row = stored.find(({ id }) => id === feed.id)
      if (!row?.answeredAt || row.settings !== settings.get(feed.id)) return []
      const asOf = row.answeredAt.toISOString()
      const isLate = now.getTime() - row.answeredAt.getTime() > MISSED_TURNS * feed.everyMinutes * MINUTE_MS
      return row.warnings.map((warning) => ({
        ...warning,
        id: `${feed.id} ${warning.id}`,
        source: feed.title,
        shownUntil: shownUntil(warning.endsAt, asOf),
        asOf,
        isUnchecked: row.failure !== null || isLate,
      }))
    })
    return { asOf: now.toISOString(), warnings: warningsAt(warnings, now).slice(0, MAX_SHOWN) }
  }
  const reading = remembering(readPublic, (error) => log.warn({ err: error }, 'database read failed, so warnings were served from memory'))

  /** The claim is one statement, so only one process can succeed. */
  async function claim(feed: WarningFeed, now: Date) {
    const own = settings.get(feed.id) ?? ''
    const nothing = { settings: own, etag: null, lastModified: null, checkedAt: null, answeredAt: null, failure: null }
    await db
      .insertInto('warningFeeds')
      .values({ id: feed.id, ...nothing, messages: '{}', warnings: '[]' })
      // Data that was read with different settings may be from another source or about another place.
      .onConflict((row) =>
        row
          .column('id')
          .doUpdateSet({ ...nothing, messages: '{}', warnings: '[]' })
          .where('warningFeeds.settings', '<>', own),
      )
      .execute()
    const due = new Date(now.getTime() - feed.everyMinutes * MINUTE_MS)
    // If the clock was ahead during the last check, the next check must not wait until that future time.
    const ahead = new Date(now.getTime() + feed.everyMinutes * MINUTE_MS)
    return db
      .updateTable('warningFeeds')
      .set({ checkedAt: now })
      .where('id', '=', feed.id)
      .where(({ eb, or }) => or([eb('checkedAt', 'is', null), eb('checkedAt', '<=', due), eb('checkedAt', '>', ahead)]))
      .returningAll()
      .executeTakeFirst()
  }

  async function checkOne(feed: WarningFeed, now: Date): Promise<boolean> {
    const known = await claim(feed, now)
    if (!known) return false
    const write = (set: object) => db.updateTable('warningFeeds').set(set).where('id', '=', feed.id).execute()
    try {
      const result = await checkFeed({ feed, networks: site.networks, outbound, signal: stopped.signal }, known)
      if (result.isSame) await write({ answeredAt: now, failure: null })
      else {
        const { isSame: _, messages, warnings, ...rest } = result
        const json = { messages: JSON.stringify(messages), warnings: JSON.stringify(warnings) }
        await write({ ...rest, ...json, answeredAt: now })
      }
    } catch (error) {
      if (stopped.signal.aborted) return false
      const failure = reasonOf(error).slice(0, 300)
      log.warn({ feed: feed.id, reason: failure }, 'a warning feed could not be read')
      await write({ failure })
    }
    return true
  }

  async function check(now: Date): Promise<number> {
    let checked = 0
    for (const feed of feeds) if (!stopped.signal.aborted && (await checkOne(feed, now))) checked += 1
    return checked
  }

  return {
    hasFeeds: feeds.length > 0,
    read: reading.read,
    check,
    start() {
      if (feeds.length === 0) return
      let isUnderWay = false
      const look = () => {
        if (isUnderWay) return
        isUnderWay = true
        running = check(new Date())
          .catch((error: unknown) => log.warn({ err: error }, 'warning feeds could not be checked'))
          .finally(() => {
            isUnderWay = false
          })
      }
      look()
      timer = setInterval(look, LOOK_EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      stopped.abort()
      await running
    },
  }
}
