import { expect, test } from 'vitest'
import { type FaultTest, isOk } from './fault-test.ts'

const NEVER = new AbortController().signal

/** One after the other in a file: each has a PostgreSQL and a server of its own, and breaks both. */
export function testInVitest(faultTests: readonly FaultTest[]): void {
  for (const faultTest of faultTests) {
    test(faultTest.promise ?? `${faultTest.name} loses nothing and doubles nothing, at its small size`, { timeout: 600_000 }, async () => {
      const result = await faultTest.run('small', NEVER)
      console.log(JSON.stringify({ name: faultTest.name, ...result }))
      // As text: a report shows that whole, and a list only as a list.
      expect(result.broken.join('\n')).toBe('')
      expect(isOk(result)).toBe(true)
      expect(result.runs).toBeGreaterThan(0)
    })
  }
}
