/** A fault test may kill the process at these points (`npm run fault -- R2`). They do nothing in production. */

export const MILESTONES = ['before-transaction', 'after-claim', 'after-apply', 'before-commit', 'after-commit', 'before-reply'] as const
export type Milestone = (name: (typeof MILESTONES)[number]) => void

/** `name` or `name:count`: the process kills itself when it reaches this milestone for the count-th time. */
export function killAt(setting: string | undefined): (name: string) => void {
  if (!setting) return () => undefined
  const [at, count = '1'] = setting.split(':')
  let left = Number(count)
  return (name) => {
    // SIGKILL instead of exit, so that the process can't finish, flush or roll back anything.
    if (name === at && --left === 0) process.kill(process.pid, 'SIGKILL')
  }
}
