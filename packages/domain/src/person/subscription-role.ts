/** Derives a person's role from their subscription (RULES.md, BI). */
import { MEMBER } from './person.ts'

/** The payment provider's names. `past_due` means that the provider is still retrying the payment. */
const LIVE = ['active', 'trialing', 'past_due']
export const isLiveSubscription = (status: string): boolean => LIVE.includes(status)

export type SubscriptionRole = {
  role: number
  raisedTo: number | null
  /** True if someone changed the role during the subscription. The role then stays until the subscription ends. */
  overruled: boolean
}

/** `billingRole` is the role that the site gives to subscribers. */
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
