/** R17: an Action is deleted or resolved while another person edits it offline or hasn't sent its photo yet. */

import { randomUUID } from 'node:crypto'
import { openDevices, type RealDevice } from '@trailwarden/testkit/devices/devices'
import { openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { until } from '@trailwarden/testkit/wait'
import sharp from 'sharp'
import { photoIn } from '../../../apps/web/src/data/device/device-database.ts'
import type { FaultTest, Result } from '../fault-test.ts'

const AMOUNT = { small: 4, full: 200 }
const AT_ONCE = 20

export const goneMeanwhile: FaultTest = {
  name: 'R17',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnv()
    const devices = openDevices(env)
    const broken: string[] = []
    let [runs, lost, doubled] = [0, 0, 0]
    const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'green' } })
      .jpeg()
      .toBuffer()
    const photo = new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })
    const countOf = (id: string, what = 'deleted_at is not null') =>
      env.count(`select count(*) as n from actions where id = $1 and ${what}`, [id])
    try {
      await env.start()
      const [member, editor, manager] = [
        await devices.createTestDevice(1),
        await devices.createTestDevice(2),
        await devices.createTestDevice(2),
      ]

      async function known(count: number, more: () => Record<string, unknown> = () => ({})): Promise<string[]> {
        const ids = Array.from({ length: count }, () => randomUUID())
        for (const id of ids) {
          const patch = more()
          await member.record(id, { description: `Tree ${id}`, area: 'North Wood', ...patch }, { [String(patch.photoId)]: photo })
        }
        await member.drained()
        for (const device of [member, editor, manager]) await device.caughtUp(new Map(ids.map((id) => [id, 1])))
        return ids
      }
      const goneFrom = async (device: RealDevice) =>
        new Map((await device.db.attention.toArray()).map((row) => [row.waiting.command.id, row]))

      async function deletedWhileEdited(count: number): Promise<void> {
        const ids = await known(count)
        member.setSignal(false)
        const edits = new Map<string, string>()
        for (const id of ids)
          edits.set(id, await member.record(id, { detail: `mine ${id}`, addNote: { id: randomUUID(), text: `note ${id}` } }))
        for (const id of ids) await manager.record(id, { deleted: true })
        await manager.drained()
        member.setSignal(true)
        if (!(await member.drained())) broken.push('deleted: the queue did not drain')
        const refused = await goneFrom(member)
        const savedAgain: string[] = []
        for (const [i, id] of ids.entries()) {
          const row = refused.get(edits.get(id) ?? '')
          if (row?.answer.outcome !== 'gone' || row.waiting.command.patch.detail !== `mine ${id}`) lost++
          else if (i % 2) await member.app.discard(row.waiting.command.id)
          else savedAgain.push(await member.app.saveAsNew(row.waiting.command.id, ({ description, area }) => ({ description, area })))
          if ((await countOf(id)) !== 1) broken.push('deleted: an edit brought it back')
        }
        if (!(await member.drained())) broken.push('deleted: the change saved as a new record was not sent')
        const { rows } = await env.pool.query<{ notes: number; mine: boolean }>(
          `select jsonb_array_length(notes) as notes, detail = 'mine ' || substr(description, 6) as mine from actions where id = any($1)`,
          [savedAgain],
        )
        lost += savedAgain.length - rows.length + rows.filter(({ notes, mine }) => notes < 1 || !mine).length
        doubled += rows.filter(({ notes }) => notes > 1).length
        if ((await member.db.attention.count()) > 0) broken.push('deleted: a change is still listed as refused after the decision')
      }

      async function deletedWhilePhotoWaits(count: number): Promise<void> {
        // The requests for photos fail until the Actions have been deleted.
        member.holdPhotos(true)
        const ids = await known(count, () => ({ photoId: randomUUID() }))
        for (const id of ids) await manager.record(id, { deleted: true })
        await manager.drained()
        member.holdPhotos(false)
        if (!(await until(async () => (await member.db.photos.where('state').anyOf('waiting', 'ready').count()) === 0)))
          broken.push('photo: it is still queued')
        const mine = (await member.db.photos.toArray()).filter(({ state }) => state === 'refused' || state === 'sent')
        const refused = mine
          .slice(-count)
          .filter((row) => row.state === 'refused' && row.refusal?.detail && photoIn(row).size === photo.size)
        if (refused.length !== count) lost += count - refused.length
        for (const id of ids) if ((await countOf(id)) !== 1) broken.push('photo: it brought the action back')
        await member.db.photos.clear()
      }

      async function resolvedWhileEdited(count: number): Promise<void> {
        const ids = await known(count)
        member.setSignal(false)
        editor.setSignal(false)
        const edits = new Map<string, string>()
        for (const id of ids) {
          edits.set(id, await member.record(id, { detail: `member ${id}` }))
          await editor.record(id, { detail: `editor ${id}` })
        }
        for (const id of ids) await manager.record(id, { status: 'Resolved' })
        await manager.drained()
        member.setSignal(true)
        editor.setSignal(true)
        if (!(await member.drained()) || !(await editor.drained())) broken.push('resolved: a queue did not drain')
        const refused = await goneFrom(member)
        for (const id of ids) {
          if ((await countOf(id, `status = 'Resolved' and completed_at is not null and detail = 'editor ${id}'`)) !== 1)
            broken.push('resolved: the status or the later edit was lost')
          const lines = await env.count(`select count(*) as n from history where record_id = $1 and changes::text like $2`, [
            id,
            `%editor ${id}%`,
          ])
          if (lines < 1) lost++
          if (lines > 1) doubled++
          const row = refused.get(edits.get(id) ?? '')
          if (row?.answer.outcome !== 'forbidden' || !row.answer.refusal?.detail || row.waiting.command.patch.detail !== `member ${id}`)
            lost++
          else await member.app.discard(row.waiting.command.id)
        }
      }

      for (const failure of [deletedWhileEdited, deletedWhilePhotoWaits, resolvedWhileEdited])
        for (let left = AMOUNT[size]; left > 0 && !stop.aborted; left -= AT_ONCE) {
          const count = Math.min(left, AT_ONCE)
          await failure(count)
          runs += count
        }
      for (const { errors } of [member, editor, manager]) if (errors.length > 0) broken.push(String(errors[0]))
      return { runs, lost, doubled, broken, figures: {} }
    } finally {
      await devices.close()
      await env.close()
    }
  },
}
