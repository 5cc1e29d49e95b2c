/** What a notice must be, and who may write it (RULES.md, NO). `decideNotice` runs on the server. */
import type { Decision } from '../decision.ts'
import { type Actor, isManager } from '../person/person.ts'
import { decide, type Input, type RecordChange } from '../record-kind.ts'
import { type Notice, noticeKind } from './notice-kind.ts'

/** A slip in the year must not leave a fire ban on everybody's home for ever. */
const LONGEST_DAYS = 366
const DAY_MS = 86_400_000

/** Still to be shown: neither past its end nor ended by hand. */
export const isInForce = ({ endsAt, isEnded }: Pick<Notice, 'endsAt' | 'isEnded'>, now: Date): boolean =>
  !isEnded && Date.parse(endsAt) > now.getTime()

/** NO3: why an end that somebody chooses now cannot be that of a notice; null when it can. */
export function whyNotEnd(endsAt: string, now: Date): string | null {
  const ms = Date.parse(endsAt) - now.getTime()
  if (Number.isNaN(ms)) return 'Required'
  if (ms <= 0) return 'This time is over'
  return isTooFar(endsAt, now) ? 'At most a year from now' : null
}

const isTooFar = (endsAt: string, now: Date) => Date.parse(endsAt) - now.getTime() > LONGEST_DAYS * DAY_MS

/** May this person make this change, and what is the notice afterwards? One that was over before it could be sent is taken, and shown to nobody. */
export const decideNotice = (current: Notice | null, input: Input, actor: Actor, now: Date): Decision<RecordChange<Notice>> =>
  decide(noticeKind, current, input, actor, {}, now, ({ endsAt }) => {
    if (!isManager(actor)) return { code: 'not-allowed', detail: 'notices are for managers' }
    if (endsAt !== current?.endsAt && isTooFar(endsAt, now)) return { code: 'not-valid', detail: 'a notice ends within a year' }
    return null
  })
