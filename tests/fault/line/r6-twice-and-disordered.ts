/** R6: two tabs and a service worker send one queue at the same time. Some requests arrive twice or in a different order. */

import { randomUUID } from 'node:crypto'
import type { Command } from '@trailwarden/api'
import { createTestDevice, openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'
import { type FaultTest, type Result, upTo } from '../fault-test.ts'

const AMOUNT = { small: { records: 6, edits: 12 }, full: { records: 500, edits: 20 } }
const SENDERS = 3
const TWICE = 0.3

export const twiceAndDisordered: FaultTest = {
  name: 'R6',
  async run(size): Promise<Result> {
    const { records, edits } = AMOUNT[size]
    const env = await openTestEnv()
    const broken: string[] = []
    let [lost, doubled, sent] = [0, 0, 0]
    try {
      await env.start()
      const device = await createTestDevice(env, 'member@example.org')
      for (let record = 0; record < records; record++) {
        const id = randomUUID()
        // The server refuses an edit of a missing record, and no phone would send one, so the record is created first.
        await device.drain([device.report(id)])
        const queue: Command[] = Array.from({ length: edits }, (_, i) =>
          device.command('action', id, { detail: `edit ${i}`, addNote: { id: randomUUID(), text: `note ${i}` } }),
        )
        const doubles = queue.filter(() => Math.random() < TWICE)
        const all = [...queue, ...doubles].map((command) => ({ command, at: Math.random() })).sort((a, b) => a.at - b.at)
        const lines = Array.from({ length: SENDERS }, async (_, sender) => {
          for (const { command } of all.filter((_one, i) => i % SENDERS === sender)) {
            await pause(upTo(3))
            await device.send([command])
          }
        })
        await Promise.all([...lines, device.drain(queue)])
        sent += edits
        const { rows } = await env.pool.query<{ detail: string; notes: { text: string }[]; lines: number }>(
          `select detail, notes, (select count(*) from history where record_id = actions.id)::int as lines from actions where id = $1`,
          [id],
        )
        const [action] = rows
        const notes = new Set(action?.notes.map(({ text }) => text))
        lost += edits - notes.size
        doubled += (action?.notes.length ?? 0) - notes.size + Math.max(0, (action?.lines ?? 0) - edits - 1)
        if (action?.detail !== `edit ${edits - 1}`) broken.push(`${id}: ends with ${action?.detail}, not with the last edit made`)
      }
      return { runs: sent, lost, doubled, broken, figures: { senders: SENDERS } }
    } finally {
      await env.close()
    }
  },
}
