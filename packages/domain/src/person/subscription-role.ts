/** How a person's role follows their subscription (RULES.md, BI). */
import { MEMBER } from './person.ts'

/** The payment provider's words for a subscription that has begun and not ended. `past_due`: the provider is still trying to be paid. */
const LIVE = ['active', 'trialing', 'past_due']
export const isLiveSubscription = (status: string): boolean => LIVE.includes(status)

export type SubscriptionRole = {
  role: number
  /** The role that the subscription gave; null when the person's role is somebody else's decision. */
  raisedTo: number | null
  /** Somebody decided about the role while the subscription was live: it is left alone until the subscription ends. */
  overruled: boolean
}

/** The role that is right for a subscription as it stands now; `billingRole` is what the site says a subscription is worth. */
export function followSubscription(
  { role, raisedTo, overruled }: SubscriptionRole,
  isLive: boolean,
  billingRole: number,
): SubscriptionRole {
  const isOurs = raisedTo !== null && raisedTo === role
  if (!isLive) return { role: isOurs ? MEMBER : role, raisedTo: null, overruled: false }
  if (isOurs || (role === MEMBER && !overruled)) return { role: billingRole, raisedTo: billingRole, overruled: false }
  return { role, raisedTo: null, overruled }
}
