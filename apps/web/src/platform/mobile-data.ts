/** Whether the line is known to cost: only some browsers say so, and what none says is not asked about. */
export function isOnMobileData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { type?: string } }
  return connection?.type === 'cellular'
}
