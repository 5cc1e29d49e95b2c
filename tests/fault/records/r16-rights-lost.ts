/** R16: while a phone with a full queue is offline, its user gets a lower role, is disabled or deleted, or loses their session. */

import { randomUUID } from 'node:crypto'
import type { Command } from '@trailwarden/api'
import { openDevices, type RealDevice } from '@trailwarden/testkit/devices/devices'
import { createTestDevice, openTestEnv, type TestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause, until } from '@trailwarden/testkit/wait'
import { hashToken, newToken } from '../../../apps/server/src/http/security/token.ts'
import { forgetDevice } from '../../../apps/web/src/data/device/device-database.ts'
import type { FaultTest, Result } from '../fault-test.ts'

const AMOUNT = { small: 1, full: 50 }
const REPORTS = 10
const STREAM_LIMIT_MS = 5000

type Loss = 'lowered' | 'disabled' | 'deleted' | 'expired'
const LOSSES: readonly Loss[] = ['lowered', 'disabled', 'deleted', 'expired']

/** `ended` resolves to the time when the server ends the stream. */
async function openStream(env: TestEnv, device: RealDevice): Promise<{ ended: Promise<number> }> {
  const reply = await fetch(`${env.address}/api/events`, { headers: { cookie: device.person.cookie } })
  const reader = reply.body?.getReader()
  await reader?.read()
  const ended = (async () => {
    try {
      while (!(await reader?.read())?.done);
    } catch {
      // A connection that is cut also counts as ended.
    }
    return Date.now()
  })()
  return { ended }
}

export const rightsLost: FaultTest = {
  name: 'R16',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnv()
    const devices = openDevices(env)
    const broken: string[] = []
    let [runs, lost, doubled, slowestStreamMs, refused] = [0, 0, 0, 0, 0]
    try {
      await env.start()
      const { headers } = await createTestDevice(env, 'admin@example.org')
      const other = await devices.createTestDevice(2, 'Kim Sand')

      const take: Record<Loss, (id: string) => Promise<unknown>> = {
        lowered: (id) => administer('PATCH', id, { role: 1 }),
        disabled: (id) => administer('PATCH', id, { disabled: true }),
        deleted: (id) => administer('DELETE', id, {}),
        expired: (id) => env.pool.query(`update sessions set last_seen_at = now() - interval '400 days' where person_id = $1`, [id]),
      }
      async function administer(method: string, id: string, body: object): Promise<void> {
        const reply = await fetch(`${env.address}/api/users/${id}`, { method, headers, body: JSON.stringify(body) })
        if (!reply.ok) throw new Error(`${method}: ${reply.status} ${await reply.text()}`)
      }
      /** A person who logs in again has a new session. */
      async function signInAgain(device: RealDevice): Promise<void> {
        const token = newToken()
        const now = new Date()
        const session = {
          id: randomUUID(),
          tokenHash: hashToken(token),
          device: 'A fault test',
          deviceHash: null,
          createdAt: now,
          lastSeenAt: now,
          roleAtSignIn: 4,
          hasTwoFactors: false,
        }
        await devices.db
          .insertInto('sessions')
          .values({ ...session, personId: device.person.id })
          .execute()
        device.signIn(`__Host-tw=${token}`)
      }

      for (let run = 0; run < AMOUNT[size] && !stop.aborted; run++)
        for (const loss of LOSSES) {
          const fail = (what: string) => broken.push(`${loss}: ${what}`)
          // A member can't see another person's resolved Action.
          const above = randomUUID()
          await other.report(above)
          await other.record(above, { status: 'Resolved', rating: 'High' })
          await other.drained()
          const device = await devices.createTestDevice(2)
          const stream = await openStream(env, device)
          device.setSignal(false)
          const reports = Array.from({ length: REPORTS }, () => randomUUID())
          for (const id of reports) await device.report(id)
          // These changes require a manager.
          const beyond = [await device.record(above, { rating: 'Low' }), await device.record(reports[0] ?? '', { rating: 'Extreme' })]
          const queue = (await device.queue()).map(({ command }) => command)
          await take[loss](device.person.id)
          const taken = Date.now()
          const streamMs = (await Promise.race([stream.ended, pause(3 * STREAM_LIMIT_MS).then(() => Date.now())])) - taken
          slowestStreamMs = Math.max(slowestStreamMs, streamMs)
          device.setSignal(true)

          if (loss === 'lowered') {
            if (!(await device.drained())) fail('the queue did not drain')
            const attention = await device.db.attention.toArray()
            refused += attention.length
            const rows = new Map(attention.map((row) => [row.waiting.command.id, row]))
            for (const id of beyond) {
              const row = rows.get(id)
              const sent = queue.find((command) => command.id === id)
              if (!row || JSON.stringify(row.waiting.command.patch) !== JSON.stringify(sent?.patch)) lost++
              else if (!row.answer.refusal?.detail) fail('refused without a reason')
            }
            if (attention.length !== beyond.length) fail(`${attention.length} refused instead of ${beyond.length}`)
            const isCleared = await until(
              async () => (await device.db.table('actions').get(above)) === undefined && (await device.db.table('people').count()) === 1,
            )
            if (!isCleared) fail('the phone still has data above the new role')
            await checkServer(queue.filter(({ id }) => !beyond.includes(id)))
          } else {
            if (!(await until(() => device.status().problem === 'signed-out'))) fail(`the phone reports ${device.status().problem}`)
            // The app notices that nobody is logged in and closes its database.
            device.close()
            if ((await forgetDevice(device.person.id)) !== queue.length) lost++
            device.restart()
            const left = (await device.queue()).map(({ command }) => command)
            if (JSON.stringify(left) !== JSON.stringify(queue)) lost++
            if ((await device.db.table('people').count()) + (await device.db.table('actions').count()) > 0)
              fail('records of a person who is signed out are still here')
            for (const id of reports) if ((await device.app.readView('action', id))?.data.description !== 'Tree down') lost++
            const there = await env.count('select count(*) as n from commands where person_id = $1', [device.person.id])
            if (there > 0) fail(`${there} commands were accepted without permission`)
            if (loss !== 'deleted') {
              if (loss === 'disabled') await administer('PATCH', device.person.id, { disabled: false })
              await signInAgain(device)
              if (!(await device.drained())) fail('the queue did not drain after signing in')
              await checkServer(queue)
            }
          }
          if (device.errors.length > 0) fail(String(device.errors[0]))
          device.close()
          runs++
        }

      async function checkServer(commands: readonly Command[]): Promise<void> {
        const { rows } = await env.pool.query<{ n: number }>(
          'select (select count(*) from history where command_id = c.id)::int as n from unnest($1::uuid[]) as c(id)',
          [commands.map(({ id }) => id)],
        )
        lost += rows.filter(({ n }) => n < 1).length
        doubled += rows.filter(({ n }) => n > 1).length
      }
      if (slowestStreamMs > STREAM_LIMIT_MS) broken.push(`a stream was open for ${slowestStreamMs} ms after its permission ended`)
      return { runs, lost, doubled, broken, figures: { queued: REPORTS + 2, refused, slowestStreamMs } }
    } finally {
      await devices.close()
      await env.close()
    }
  },
}
