import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { type Answer, FOLLOW_ALPHABET, FOLLOW_LENGTH, PullReply, PushReply, REPORTER_HEADER } from '@trailwarden/api'
import { isWorkDone, workText } from '@trailwarden/domain/report/report-work'
import { type Browser, OUR_PAGES } from '@trailwarden/testkit/devices/people'

const sha256 = (text: string) => hash('sha256', text, 'buffer')

export function workFor(recordId: string): string {
  for (let n = 0; ; n++) if (isWorkDone(sha256(workText(recordId, String(n))))) return String(n)
}

export const newFollowCode = () => Array.from({ length: FOLLOW_LENGTH }, () => FOLLOW_ALPHABET[randomInt(FOLLOW_ALPHABET.length)]).join('')

export function createReporter(browser: Pick<Browser, 'call'>, more: Record<string, string> = {}) {
  const headers = { ...OUR_PAGES, [REPORTER_HEADER]: randomBytes(32).toString('hex'), ...more }
  const deviceId = randomUUID()
  let n = 0
  const reporter = {
    headers,
    command(patch: Record<string, unknown> = {}, code = newFollowCode(), recordId: string = randomUUID()) {
      const follow = sha256(code).toString('hex')
      const whole = { category: 'Fallen tree', follow, work: workFor(recordId), ...patch }
      const command = {
        id: randomUUID(),
        n: ++n,
        kind: 'report',
        recordId,
        patch: whole,
        baseVersion: null,
        recordedAt: new Date().toISOString(),
      }
      return { command, code, recordId }
    },
    push: (commands: readonly unknown[]) => browser.call('POST', '/api/reports/push', { deviceId, commands }, headers),
    async send(commands: readonly unknown[]): Promise<Answer[]> {
      const reply = await reporter.push(commands)
      if (reply.statusCode !== 200) throw new Error(`push answered ${reply.statusCode}: ${reply.body}`)
      return PushReply.parse(reply.json()).answers
    },
    async report(patch: Record<string, unknown> = {}) {
      const { command, ...made } = reporter.command(patch)
      const [answer] = await reporter.send([command])
      if (answer?.outcome !== 'applied') throw new Error(JSON.stringify(answer))
      return { ...made, command }
    },
    pull: async () => PullReply.parse((await browser.call('GET', '/api/reports/pull', undefined, headers)).json()),
  }
  return reporter
}
