/** Only some browsers report whether a connection is metered. */
export function isOnMobileData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { type?: string } }
  return connection?.type === 'cellular'
}
