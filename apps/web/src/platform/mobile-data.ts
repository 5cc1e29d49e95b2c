/** Returns whether the connection is known to be metered. Only some browsers provide this information. */
export function isOnMobileData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { type?: string } }
  return connection?.type === 'cellular'
}
