import { expect, test } from 'vitest'
import { type Drill, isOk } from './fault-test.ts'

const NEVER = new AbortController().signal

/** One after the other in a file: each has a PostgreSQL and a server of its own, and does harm to both. */
export function testDrills(drills: readonly Drill[]): void {
  for (const drill of drills) {
    test(drill.promise ?? `${drill.name} loses nothing and doubles nothing, at its small size`, { timeout: 300_000 }, async () => {
      const result = await drill.run('small', NEVER)
      console.log(JSON.stringify({ name: drill.name, ...result }))
      expect(result.broken).toEqual([])
      expect(isOk(result)).toBe(true)
      expect(result.runs).toBeGreaterThan(0)
    })
  }
}
