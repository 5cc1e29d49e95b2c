import { expect, test } from 'vitest'
import { type FaultTest, isOk } from './fault-test.ts'

const NEVER = new AbortController().signal

export function testInVitest(faultTests: readonly FaultTest[]): void {
  for (const faultTest of faultTests) {
    test(faultTest.promise ?? `${faultTest.name} loses nothing and doubles nothing, at small size`, { timeout: 600_000 }, async () => {
      const result = await faultTest.run('small', NEVER)
      console.log(JSON.stringify({ name: faultTest.name, ...result }))
      // Vitest's report shows text in full but shortens lists.
      expect(result.broken.join('\n')).toBe('')
      expect(isOk(result)).toBe(true)
      expect(result.runs).toBeGreaterThan(0)
    })
  }
}
