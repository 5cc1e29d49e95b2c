import { expect, test } from 'vitest'
import { isOk } from './drill.ts'
import { DRILLS } from './run.ts'

const NEVER = new AbortController().signal

// One after the other: each has a PostgreSQL and a server of its own, and does harm to both.
for (const drill of DRILLS) {
  test(drill.promise ?? `${drill.name} loses nothing and doubles nothing, at its small size`, { timeout: 300_000 }, async () => {
    const result = await drill.run('small', NEVER)
    console.log(JSON.stringify({ name: drill.name, ...result }))
    expect(result.broken).toEqual([])
    expect(isOk(result)).toBe(true)
    expect(result.runs).toBeGreaterThan(0)
  })
}
