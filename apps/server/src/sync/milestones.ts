/** Points in the life of a command at which a fault test may end the process (`npm run fault -- R2`); no-ops in production. */

export const MILESTONES = ['before-transaction', 'after-claim', 'after-apply', 'before-commit', 'after-commit', 'before-reply'] as const
export type Milestone = (name: (typeof MILESTONES)[number]) => void

/** `name` or `name:count`: the process kills itself when it reaches the milestone for the count-th time. */
export function killAt(setting: string | undefined): (name: string) => void {
  if (!setting) return () => undefined
  const [at, count = '1'] = setting.split(':')
  let left = Number(count)
  return (name) => {
    // SIGKILL and not exit: nothing is finished, flushed or rolled back by us.
    if (name === at && --left === 0) process.kill(process.pid, 'SIGKILL')
  }
}
