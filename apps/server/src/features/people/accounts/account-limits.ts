/**
 * docs/security.md has the limits and their reasons. Attackers can't lock an owner out: a device on which the owner has logged in before
 * has its own budget, and using a reset link makes a device known.
 */
import type pg from 'pg'
import { networkKey, rangeKey, visitorKey } from '#http/security/rate-limit.ts'
import { type SharedLimiter, sharedLimiters } from '#http/security/shared-limiter.ts'
import type { PeopleSettings } from '../people-settings.ts'

const QUARTER_S = 15 * 60
const HOUR_S = 60 * 60
const MONTH_S = 30 * 24 * HOUR_S
/** The budget of a whole address range (IPv6 /48), as a multiple of the budget of one address. */
const ADDRESSES_PER_NETWORK = 10
/** The same for an IPv4 /24, whose addresses are scarce. It applies only to account requests, which fill a list. */
const ADDRESSES_PER_RANGE = 3

type Try = {
  waitSeconds: number
  /** Returns a successful attempt to the budget, so that a whole club behind one router can log in. */
  giveBack(): Promise<void>
}

export type AccountLimits = {
  /** `email` is as entered. `device` is set if the account's owner has logged in on this device before. */
  tryPassword(ip: string, email: string, device: Buffer | null): Promise<Try>
  tryPasswordAgain(ip: string, sessionId: string): Promise<Try>
  /** A passkey challenge can't be used for guessing, but each one is stored as a row. */
  askForPasskey(ip: string): Promise<number>
  /** Each attempt to log in with the council's own provider is stored as a row. */
  beginSignOn(ip: string): Promise<number>
  requestPasskeyLink(personId: string): Promise<number>
  register(ip: string, email: string): Promise<Try>
  /** A manager must review an account request, which is stored for up to 30 days. */
  requestAccount(ip: string, email: string): Promise<Try>
  requestReset(ip: string, email: string, device: Buffer | null): Promise<number>
  requestSubscription(ip: string, email: string): Promise<number>
  follow(ip: string): Promise<number>
}

type Budget = [limiter: SharedLimiter, key: string]

/** The narrowest budget comes first. Stops at the first budget that is used up, so that a refused attempt doesn't reduce the others. */
async function takeFrom(budgets: readonly Budget[]): Promise<Try> {
  let waitSeconds = 0
  const taken: Budget[] = []
  for (const [limiter, key] of budgets) {
    waitSeconds = await limiter.take(key)
    if (waitSeconds > 0) break
    taken.push([limiter, key])
  }
  const giveBack = async () => void (await Promise.all(taken.map(([limiter, key]) => limiter.giveBack(key))))
  return { waitSeconds, giveBack }
}

export function createAccountLimits(pool: pg.Pool, config: PeopleSettings): AccountLimits {
  const limiter = sharedLimiters(pool)

  function addresses(name: string, points: number, seconds: number) {
    const [one, network] = [
      limiter(`${name}-address`, points, seconds),
      limiter(`${name}-network`, points * ADDRESSES_PER_NETWORK, seconds),
    ]
    return (ip: string): Budget[] => {
      const wide = networkKey(ip)
      return [[one, visitorKey(ip)], ...(wide === null ? [] : [[network, wide] satisfies Budget])]
    }
  }

  const signInAddress = addresses('sign-in', config.SIGN_IN_TRIES_PER_ADDRESS, QUARTER_S)
  const signInHere = limiter('sign-in-here', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_S)
  const signInDevice = limiter('sign-in-device', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_S)
  const signInAnywhere = limiter('sign-in-anywhere', config.SIGN_IN_TRIES_FROM_ANYWHERE, HOUR_S)
  const again = limiter('again', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_S)
  const passkeyAddress = addresses('passkey', config.PASSKEY_TRIES_PER_ADDRESS, QUARTER_S)
  const signOnAddress = addresses('sign-on', config.PASSKEY_TRIES_PER_ADDRESS, QUARTER_S)
  const passkeyLink = limiter('passkey-link', config.RESETS_PER_EMAIL, HOUR_S)
  const registerAddress = addresses('register', config.REGISTRATIONS_PER_ADDRESS, HOUR_S)
  const waitingAddress = addresses('account-request', config.ACCOUNT_REQUESTS_PER_ADDRESS, MONTH_S)
  const waitingRange = limiter('account-request-range', config.ACCOUNT_REQUESTS_PER_ADDRESS * ADDRESSES_PER_RANGE, MONTH_S)
  const registerEmail = limiter('register-email', config.RESETS_PER_EMAIL, HOUR_S)
  const resetAddress = addresses('reset', config.RESETS_PER_ADDRESS, QUARTER_S)
  const resetHere = limiter('reset-here', config.RESETS_PER_EMAIL, HOUR_S)
  const resetDevice = limiter('reset-device', config.RESETS_PER_EMAIL, HOUR_S)
  const resetAnywhere = limiter('reset-anywhere', config.RESETS_FROM_ANYWHERE, HOUR_S)
  const subscriptionAddress = addresses('subscription', config.SUBSCRIPTIONS_PER_ADDRESS, QUARTER_S)
  const subscriptionEmail = limiter('subscription-email', config.SUBSCRIPTIONS_PER_EMAIL, HOUR_S)

  const followAddress = addresses('follow', config.FOLLOWS_PER_ADDRESS, QUARTER_S)

  const onDevice = (device: Buffer, email: string) => `${device.toString('base64url')} ${email}`
  const fromAddress = (ip: string, email: string) => `${visitorKey(ip)} ${email}`

  return {
    // On a known device, attempts by others on the account or from the same address don't count.
    tryPassword: (ip, email, device) =>
      takeFrom(
        device
          ? [[signInDevice, onDevice(device, email)]]
          : [[signInHere, fromAddress(ip, email)], ...signInAddress(ip), [signInAnywhere, email]],
      ),
    tryPasswordAgain: (ip, sessionId) => takeFrom([[again, sessionId], ...signInAddress(ip)]),
    askForPasskey: async (ip) => (await takeFrom(passkeyAddress(ip))).waitSeconds,
    beginSignOn: async (ip) => (await takeFrom(signOnAddress(ip))).waitSeconds,
    requestPasskeyLink: async (personId) => (await takeFrom([[passkeyLink, personId]])).waitSeconds,
    // Also limited by email address, because every registration with a taken address sends its owner a notice.
    register: (ip, email) => takeFrom([[registerEmail, email], ...registerAddress(ip)]),
    // Also limited for as long as requests are stored, so that one sender can't fill the list for everyone (SEC-N6).
    requestAccount: (ip, email) =>
      takeFrom([[registerEmail, email], ...registerAddress(ip), ...waitingAddress(ip), [waitingRange, rangeKey(ip)]]),
    requestReset: async (ip, email, device) =>
      (
        await takeFrom(
          device
            ? [[resetDevice, onDevice(device, email)]]
            : [[resetHere, fromAddress(ip, email)], ...resetAddress(ip), [resetAnywhere, email]],
        )
      ).waitSeconds,
    follow: async (ip) => (await takeFrom(followAddress(ip))).waitSeconds,
    requestSubscription: async (ip, email) => (await takeFrom([[subscriptionEmail, email], ...subscriptionAddress(ip)])).waitSeconds,
  }
}
