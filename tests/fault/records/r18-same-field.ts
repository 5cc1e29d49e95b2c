/**
 * R18: two to five people change one field of an Action, all offline. One change wins, all are in the history, and each of the other people
 * is notified once.
 */

import { randomUUID } from 'node:crypto'
import { openDevices, type RealDevice, versionsOf } from '@trailwarden/testkit/devices/devices'
import { openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'
import { type FaultTest, type Result, shuffled, upTo } from '../fault-test.ts'

const AMOUNT = { small: 20, full: 5000 }
const AT_ONCE = 100
const PEOPLE = 5

type Edit = { by: RealDevice; commandId: string; value: string }

export const sameField: FaultTest = {
  name: 'R18',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnv()
    const devices = openDevices(env)
    const broken: string[] = []
    let [runs, lost, doubled, edited, notified] = [0, 0, 0, 0, 0]
    try {
      await env.start()
      const people: RealDevice[] = []
      for (let i = 0; i < PEOPLE; i++) people.push(await devices.createTestDevice(i % 2 ? 1 : 2, `Person ${i}`))
      const [author] = people
      if (!author) throw new Error('the test has no people')

      for (let left = AMOUNT[size]; left > 0 && !stop.aborted; left -= AT_ONCE) {
        const ids = Array.from({ length: Math.min(left, AT_ONCE) }, () => randomUUID())
        for (const id of ids) await author.report(id)
        await author.drained()
        for (const device of people) await device.caughtUp(new Map(ids.map((id) => [id, 1])))
        for (const device of people) device.setSignal(false)
        const edits = new Map<string, Edit[]>()
        for (const id of ids)
          for (const by of shuffled(people).slice(0, 2 + upTo(PEOPLE - 1))) {
            const value = `by ${by.person.displayName}, ${randomUUID()}`
            edits.set(id, [...(edits.get(id) ?? []), { by, value, commandId: await by.record(id, { detail: value }) }])
          }
        // The devices reconnect one after the other or nearly together.
        for (const device of shuffled(people)) {
          device.setSignal(true)
          await pause(upTo(300))
        }
        for (const device of people) if (!(await device.drained())) broken.push('a queue did not drain')
        const versions = await versionsOf(env, ids)
        for (const device of people) if (!(await device.caughtUp(versions))) broken.push('a phone did not catch up')
        const notices = new Map<string, string[]>()
        for (const device of people)
          for (const { commandId, what, fields } of await device.notices())
            if (fields.includes('detail')) notices.set(`${what} ${commandId}`, [...(notices.get(`${what} ${commandId}`) ?? []), what])
        const { rows } = await env.pool.query<{ id: string; detail: string; lines: { command: string; to: string }[] }>(
          `select id, detail, (select json_agg(json_build_object('command', command_id, 'to', changes -> 'detail' ->> 'after') order by version)
             from history h where h.record_id = a.id and changes ? 'detail' and version > 1) as lines from actions a where id = any($1)`,
          [ids],
        )
        for (const { id, detail, lines } of rows) {
          const all = edits.get(id) ?? []
          edited += all.length
          const last = all.find(({ commandId }) => commandId === lines.at(-1)?.command)
          if (last?.value !== detail) broken.push(`${id}: shows ${detail}, not the last value applied`)
          lost += all.filter(({ commandId, value }) => !lines.some(({ command, to }) => command === commandId && to === value)).length
          doubled += Math.max(0, lines.length - all.length)
          for (const edit of all) {
            const times = notices.get(`was-replaced ${edit.commandId}`)?.length ?? 0
            notified += times
            if (times !== (edit === last ? 0 : 1))
              broken.push(`${id}: ${edit === last ? 'the winner' : 'a loser'} was notified ${times} times`)
            if (((await edit.by.app.readView('action', id))?.data.detail ?? null) !== detail)
              broken.push(`${id}: a phone shows something else`)
          }
        }
        lost += ids.length - rows.length
        runs += ids.length
        for (const device of people) await device.db.notices.clear()
      }
      for (const { errors } of people) if (errors.length > 0) broken.push(String(errors[0]))
      return { runs, lost, doubled, broken, figures: { edits: edited, losersNotified: notified } }
    } finally {
      await devices.close()
      await env.close()
    }
  },
}
