import { CONDITIONS, type Condition, PERMISSIONS, type Permission, RULEBOOK, type Rulebook } from '@trailwarden/api'
import { KEY_SCOPES } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { ACTORS } from './testing/cases/permission-case.ts'
import { CASES } from './testing/cases/permission-cases.ts'
import { createMatrix } from './testing/permission-matrix.ts'

type Mutant = { name: string; rulebook: Rulebook; touches: (route: string) => boolean }

function mutants(): Mutant[] {
  const bentRow = (route: string, name: string, permission: Permission): Mutant => ({
    name: `${route}: ${name}`,
    rulebook: { ...RULEBOOK, permissions: { ...PERMISSIONS, [route]: permission } },
    touches: (touched) => touched === route,
  })
  const without = (list: readonly Condition[], dropped: Condition) => list.filter((condition) => condition !== dropped)
  const rows = Object.entries(PERMISSIONS).flatMap(([route, permission]) => [
    ...[0, 1, 2, 3, 4].filter((role) => role !== permission.role).map((role) => bentRow(route, `role ${role}`, { ...permission, role })),
    ...(permission.scope ? KEY_SCOPES : [])
      .filter((scope) => scope !== permission.scope)
      .map((scope) => bentRow(route, `scope ${scope}`, { ...permission, scope })),
    ...(permission.when ?? []).map((dropped) =>
      bentRow(route, `without ${dropped}`, { ...permission, when: without(permission.when ?? [], dropped) }),
    ),
    ...Object.entries(permission.fields ?? {}).flatMap(([field, conditions]) => [
      bentRow(route, `${field} not writable`, {
        ...permission,
        fields: Object.fromEntries(Object.entries(permission.fields ?? {}).filter(([name]) => name !== field)),
      }),
      ...conditions.map((dropped) =>
        bentRow(route, `${field} without ${dropped}`, {
          ...permission,
          fields: { ...permission.fields, [field]: without(conditions, dropped) },
        }),
      ),
    ]),
  ])
  const uses = (route: string, condition: Condition) => {
    const { when = [], fields = {} } = PERMISSIONS[route] ?? {}
    return [...when, ...Object.values(fields).flat()].includes(condition)
  }
  const meanings = (Object.keys(CONDITIONS) as Condition[]).map(
    (condition): Mutant => ({
      name: `${condition} inverted`,
      rulebook: {
        ...RULEBOOK,
        conditions: {
          ...CONDITIONS,
          [condition]: (situation: Parameters<(typeof CONDITIONS)[Condition]>[0]) => !CONDITIONS[condition](situation),
        },
      },
      touches: (route) => uses(route, condition),
    }),
  )
  return [...rows, ...meanings]
}

test('the matrix detects every mutated rule', { timeout: 900_000 }, async () => {
  const { rulebook, judge } = await createMatrix()
  const isNoticed = async (mutant: Mutant) => {
    Object.assign(rulebook, mutant.rulebook)
    for (const one of CASES.filter(({ route }) => mutant.touches(route))) {
      for (const actor of ACTORS) if (await judge(one, actor)) return true
    }
    return false
  }
  const all = mutants()
  const survivors: string[] = []
  for (const mutant of all) if (!(await isNoticed(mutant))) survivors.push(mutant.name)
  console.log(`mutants: ${all.length} rules mutated, ${all.length - survivors.length} detected`)
  expect(survivors).toEqual([])
})
