/** Each operation reads and writes in one transaction, so that no other tab can change rows in between. */
import { forKinds, type LocalStore, planAbsorb, planSettle, type Sent } from '@trailwarden/sync'
import { type DeviceDatabase, mirrorOf, mirrorsOf, perform, readOutbox, readPosition } from './device-database.ts'
import { KIND_NAMES } from './kinds.ts'

export function createDeviceStore(db: DeviceDatabase, personId: string): LocalStore {
  const all = () => [...mirrorsOf(db), db.meta, db.outbox, db.attention, db.sent, db.notices, db.photos]
  return {
    position: () => db.transaction('rw', db.meta, async () => forKinds(await readPosition(db, personId), KIND_NAMES)),
    queue: () =>
      db.transaction('rw', [db.meta, db.outbox, db.attention], async () => ({
        position: await readPosition(db, personId),
        waiting: await readOutbox(db),
        nowMs: Date.now(),
      })),

    storeAnswers: (answers, askedEpoch, receipt) =>
      db.transaction('rw', all(), async () => {
        const position = await readPosition(db, personId)
        const outbox = await db.outbox.toArray()
        const answered = new Set(answers.map(({ commandId }) => commandId))
        const commands = outbox.flatMap(({ command }) => (answered.has(command.id) ? [command] : []))
        const documents = await Promise.all(commands.map(({ kind, recordId }) => mirrorOf(db, kind).get(recordId)))
        const sent = await db.sent
          .where('command.recordId')
          .anyOf(commands.map(({ recordId }) => recordId))
          .toArray()
        const documentOf = (kind: string, id: string) => documents.find((one) => one?.kind === kind && one.id === id) ?? null
        const { writes, settled } = planSettle({ position, outbox, sent, answers, askedEpoch, receipt, documentOf, nowMs: Date.now() })
        await perform(db, writes)
        return settled
      }),

    absorb: (page, asked) =>
      db.transaction('rw', all(), async () => {
        const position = forKinds(await readPosition(db, personId), KIND_NAMES)
        const sent = position.epoch === page.epoch ? await sentAbout(db, [...page.documents, ...page.removed]) : await db.sent.toArray()
        const outbox = await db.outbox.toArray()
        const isSameRole = position.role === null || position.role === page.role
        const attention = isSameRole ? [] : await db.attention.toArray()
        const { writes, absorbed } = planAbsorb({ position, page, kinds: KIND_NAMES, asked, sent, outbox, attention, nowMs: Date.now() })
        await perform(db, writes)
        return absorbed
      }),

    nextPhoto: async (passed) => {
      const ready = db.photos.where('state').equals('ready')
      return (await ready.and(({ id }) => !passed.has(id)).first())?.id ?? null
    },
    settlePhoto: async (id, refusal) => {
      await db.photos.update(id, { state: refusal ? 'refused' : 'sent', refusal })
    },
  }
}

/** During a first fetch of ten thousand records, no changes have been sent, so counting saves a query. */
async function sentAbout(db: DeviceDatabase, records: readonly { id: string }[]): Promise<Sent[]> {
  if ((await db.sent.count()) === 0) return []
  const open = await db.sent.where('open').equals(1).toArray()
  const about = await db.sent
    .where('command.recordId')
    .anyOf(records.map(({ id }) => id))
    .toArray()
  const known = new Set(open.map(({ command }) => command.n))
  return [...open, ...about.filter(({ command }) => !known.has(command.n))]
}
