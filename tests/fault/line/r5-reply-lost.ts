/** R5: the server has committed a change, but its reply never reaches the phone, which sends the change again. */
import type { Answer } from '@trailwarden/api'
import { createTestDevice, effectsOf, letReportsBeReviewed, openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { openProxy } from '@trailwarden/testkit/line/faulty-connection'
import type { FaultTest, Result } from '../fault-test.ts'

const AMOUNT = { small: 25, full: 2000 }

export const replyLost: FaultTest = {
  name: 'R5',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnv()
    const broken: string[] = []
    const reports = []
    let [received, lost] = [0, 0]
    try {
      await env.start()
      await letReportsBeReviewed(env)
      const proxy = await openProxy(env.port)
      const device = await createTestDevice(env, 'member@example.org')
      proxy.cutNext('reply-lost')
      for (let run = 0; run < AMOUNT[size] && !stop.aborted; run++) {
        const report = device.report()
        reports.push(report)
        if (await device.send([report], proxy.address)) received++
        const { rows } = await env.pool.query<{ number: string; version: number }>('select number, version from actions where id = $1', [
          report.recordId,
        ])
        const [first] = rows
        const [answer] = (await device.send([report])) ?? ([] as Answer[])
        const [after] = (await env.pool.query('select number, version from actions where id = $1', [report.recordId])).rows
        if (!first || answer?.outcome !== 'applied') lost++
        else if (answer.version !== first.version || after.number !== first.number || after.version !== first.version)
          broken.push(`${report.recordId}: the second answer differs from the first effect`)
      }
      proxy.close()
      if (received > 0) broken.push(`${received} replies were received although they should be lost`)
      const effects = await effectsOf(env, reports)
      return { runs: reports.length, lost: lost + effects.lost, doubled: effects.doubled, broken, figures: {} }
    } finally {
      await env.close()
    }
  },
}
