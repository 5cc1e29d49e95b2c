import type { Config } from '#config.ts'
import { createLimiter, visitorKey } from '#http/rate-limit.ts'

const QUARTER_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000

/** A pass for one guess of a password, or the seconds to wait for the next. */
type Try = { waitSeconds: number; succeeded(): void }

export type AccountLimits = {
  /** `account` is whatever names the account: an address as typed, or a person's id. */
  tryPassword(ip: string, account: string): Try
  register(ip: string): number
  requestLetter(ip: string, email: string): number
}

/** How often one may guess. There is no lock-out: whoever knows the password still gets in from another address. */
export function createAccountLimits(config: Config): AccountLimits {
  const perAccount = createLimiter(config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_MS)
  const perAddress = createLimiter(config.SIGN_IN_TRIES_PER_ADDRESS, QUARTER_MS)
  const registrations = createLimiter(config.REGISTRATIONS_PER_ADDRESS, HOUR_MS)
  const letters = createLimiter(config.RESETS_PER_EMAIL, HOUR_MS)
  return {
    tryPassword(ip, account) {
      const [address, now] = [visitorKey(ip), Date.now()]
      const waitSeconds = Math.max(perAddress.take(address, now), perAccount.take(`${address} ${account}`, now))
      return {
        waitSeconds,
        // A whole club behind one router signs in without using up its tries.
        succeeded() {
          perAddress.giveBack(address)
          perAccount.giveBack(`${address} ${account}`)
        },
      }
    },
    register: (ip) => registrations.take(visitorKey(ip), Date.now()),
    // The address that asks is limited too: or one visitor could send a letter to everyone.
    requestLetter: (ip, email) => Math.max(perAddress.take(visitorKey(ip), Date.now()), letters.take(email, Date.now())),
  }
}
