import type { Decision } from '../decision.ts'
import { type Actor, isManager } from '../person/person.ts'
import { decide, type Input, type RecordChange } from '../record-kind.ts'
import { type Notice, noticeKind } from './notice-kind.ts'

/** Without a limit, a typing error in the year would leave a fire ban on everyone's home screen. */
const LONGEST_DAYS = 366
const DAY_MS = 86_400_000

export const isInForce = ({ endsAt, isEnded }: Pick<Notice, 'endsAt' | 'isEnded'>, now: Date): boolean =>
  !isEnded && Date.parse(endsAt) > now.getTime()

/** NO3: null if the end is valid. */
export function whyNotEnd(endsAt: string, now: Date): string | null {
  const ms = Date.parse(endsAt) - now.getTime()
  if (Number.isNaN(ms)) return 'Required'
  if (ms <= 0) return 'This time has passed'
  return isTooFar(endsAt, now) ? 'Choose a time within the next year' : null
}

const isTooFar = (endsAt: string, now: Date) => Date.parse(endsAt) - now.getTime() > LONGEST_DAYS * DAY_MS

/** A notice that expires before the device can send it is accepted but never shown. */
export const decideNotice = (current: Notice | null, input: Input, actor: Actor, now: Date): Decision<RecordChange<Notice>> =>
  decide(noticeKind, current, input, actor, {}, now, ({ endsAt }) => {
    if (!isManager(actor)) return { code: 'not-allowed', detail: 'only managers can post notices' }
    if (endsAt !== current?.endsAt && isTooFar(endsAt, now)) return { code: 'not-valid', detail: 'a notice must end within a year' }
    return null
  })
