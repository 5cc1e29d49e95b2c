/** Exits with 0 if there are no findings, 2 if something could be better, and 1 if something is wrong. */

import type { OpsCommand } from '../ops-command.ts'
import { diagnose } from './doctor-checks.ts'

const COULD_BE_BETTER = 2

export const doctorCommand: OpsCommand = {
  usage: 'doctor',
  read: (args) =>
    args.length > 0
      ? null
      : async (environment) => {
          const found = await diagnose(environment, new Date())
          for (const { severity, about, what, todo } of found.toSorted((a, b) => b.severity.localeCompare(a.severity)))
            console.log(`${severity === 'wrong' ? 'WRONG' : 'look '} ${about}: ${what}\n      ${todo}`)
          const wrong = found.filter(({ severity }) => severity === 'wrong').length
          console.log(found.length === 0 ? 'All is well.' : `${wrong} wrong, ${found.length - wrong} to look at.`)
          return wrong > 0 ? 1 : found.length > 0 ? COULD_BE_BETTER : 0
        },
}
