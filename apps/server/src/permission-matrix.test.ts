import { PERMISSIONS } from '@trailwarden/api'
import { expect, test } from 'vitest'
import { AUDITED_ROUTES, NOT_AUDITED } from './testing/cases/audited-acts.ts'
import { ACTORS } from './testing/cases/permission-case.ts'
import { CASES } from './testing/cases/permission-cases.ts'
import { createMatrix } from './testing/permission-matrix.ts'

test('every route has a row in the permission table and a case here, and no row is unused', async () => {
  const { app } = await createMatrix()
  const routes = Object.keys(PERMISSIONS)
  expect([...new Set(CASES.map((one) => one.route))].sort()).toEqual([...routes].sort())
  for (const route of routes.filter((name) => name !== 'GET /*')) {
    const [method = '', url = ''] = route.split(' ')
    expect(app.hasRoute({ method: method as 'GET', url }), route).toBe(true)
  }
  expect(() => app.get('/api/undecided', async () => 'open')).toThrow('GET /api/undecided has no row in the permission table')
  expect(() => app.delete('/undecided', async () => 'open')).toThrow('DELETE /undecided has no row in the permission table')
})

test('USR-04 USR-05 every cell of the permission matrix is as expected', { timeout: 900_000 }, async () => {
  const { judge } = await createMatrix()
  const wrong: string[] = []
  for (const one of CASES) {
    expect(one.cells.split(' '), `${one.route} ${one.about ?? ''}`).toHaveLength(ACTORS.length)
    for (const actor of ACTORS) {
      const deviation = await judge(one, actor)
      if (deviation) wrong.push(deviation)
    }
  }
  const cells = CASES.length * ACTORS.length
  console.log(
    `matrix: ${Object.keys(PERMISSIONS).length} routes, ${CASES.length} rows, ${cells} cells, ${cells - wrong.length} as expected`,
  )
  expect(wrong).toEqual([])
})

test('NET-5 every request to a route writes the audit event that the table names', { timeout: 300_000 }, async () => {
  const { db, judge } = await createMatrix()
  const unsafe = Object.keys(PERMISSIONS).filter((route) => !route.startsWith('GET '))
  expect(unsafe.filter((route) => !(route in AUDITED_ROUTES) && !(route in NOT_AUDITED))).toEqual([])
  expect(Object.keys({ ...AUDITED_ROUTES, ...NOT_AUDITED }).filter((route) => !(route in PERMISSIONS))).toEqual([])
  const missing: string[] = []
  for (const [route, event] of Object.entries(AUDITED_ROUTES)) {
    const written: string[] = []
    // All cases of a route share one check, because each changes something different and only one of them has to write the event.
    for (const one of CASES.filter((some) => some.route === route)) {
      const actor = ACTORS.findLast((name, i) => name !== 'disabled manager' && ['+', '204'].includes(one.cells.split(' ')[i] ?? ''))
      if (!actor) continue
      const { last } = await db
        .selectFrom('auditLog')
        .select(({ fn }) => fn.max('id').as('last'))
        .executeTakeFirstOrThrow()
      await judge(one, actor)
      const rows = await db
        .selectFrom('auditLog')
        .select('event')
        .where('id', '>', last ?? 0)
        .execute()
      written.push(...rows.map((row) => row.event))
      if (written.includes(event)) break
    }
    if (!written.includes(event)) missing.push(`${route}: ${event}, but ${written.join(', ') || 'nothing'}`)
  }
  expect(missing).toEqual([])
})
