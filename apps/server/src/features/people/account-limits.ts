/**
 * How often one may guess, ask for emails and register: docs/security.md has the numbers and their reasons. Nobody can lock an owner out:
 * a device on which the owner has signed in before has a budget of its own, and a reset link makes any device such a one.
 */
import type pg from 'pg'
import type { Config } from '#config.ts'
import { networkKey, visitorKey } from '#http/rate-limit.ts'
import { type SharedLimiter, sharedLimiters } from '#http/shared-limiter.ts'

const QUARTER_S = 15 * 60
const HOUR_S = 60 * 60
/** What a whole network of addresses (IPv6 /48) may do, in budgets of one address. */
const ADDRESSES_PER_NETWORK = 10

/** A pass for one try, or the seconds to wait for the next. */
type Try = {
  waitSeconds: number
  /** It was an honest one: a whole club behind one router signs in without using up its tries. */
  giveBack(): Promise<void>
}

export type AccountLimits = {
  /** `email` as typed; `device` when the account's owner has signed in on this device before. */
  tryPassword(ip: string, email: string, device: Buffer | null): Promise<Try>
  /** The password asked for again of someone who is signed in. */
  tryPasswordAgain(ip: string, sessionId: string): Promise<Try>
  /** A challenge for a passkey: there is nothing to guess, but each is a row. */
  askForPasskey(ip: string): Promise<number>
  /** A sign-in at the council's own provider: the same. */
  beginSignOn(ip: string): Promise<number>
  register(ip: string, email: string): Promise<Try>
  requestReset(ip: string, email: string, device: Buffer | null): Promise<number>
  requestSubscription(ip: string, email: string): Promise<number>
  follow(ip: string): Promise<number>
}

type Budget = [limiter: SharedLimiter, key: string]

/**
 * Takes from each budget in turn, narrow ones first, and stops at the first that is used up: a try that was not made costs the others
 * nothing.
 */
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

export function createAccountLimits(pool: pg.Pool, config: Config): AccountLimits {
  const limiter = sharedLimiters(pool)

  /** One address, and the network around it. */
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
  const registerAddress = addresses('register', config.REGISTRATIONS_PER_ADDRESS, HOUR_S)
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
    // What strangers do, to the account or from the same address, is not counted against a known device.
    tryPassword: (ip, email, device) =>
      takeFrom(
        device
          ? [[signInDevice, onDevice(device, email)]]
          : [[signInHere, fromAddress(ip, email)], ...signInAddress(ip), [signInAnywhere, email]],
      ),
    tryPasswordAgain: (ip, sessionId) => takeFrom([[again, sessionId], ...signInAddress(ip)]),
    askForPasskey: async (ip) => (await takeFrom(passkeyAddress(ip))).waitSeconds,
    beginSignOn: async (ip) => (await takeFrom(signOnAddress(ip))).waitSeconds,
    // By email address too: the owner of one that is taken gets a notice each time.
    register: (ip, email) => takeFrom([[registerEmail, email], ...registerAddress(ip)]),
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
