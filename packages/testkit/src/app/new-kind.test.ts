/**
 * A new field must need changes in only four files, and one command must add a new kind of record. The test makes these changes in a copy of
 * the repository, where everything must still work.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { A_FIELD, addShelters } from './planted-changes.ts'
import { change, copyTree, removeCopy, runCheck, SITES } from './tree-copy.ts'

let copy = ''
let generated = ''
type Env = Awaited<ReturnType<typeof import('../devices/test-env.ts')['openTestEnv']>>
let env: Env
let devices: ReturnType<typeof import('../devices/devices.ts')['openDevices']>

const ofCopy = <Module>(path: string): Promise<Module> => import(/* @vite-ignore */ join(copy, path))

beforeAll(async () => {
  copy = copyTree()
  for (const { path } of A_FIELD.filter((one) => 'edits' in one)) expect(existsSync(join(copy, path)), path).toBe(true)
  change(copy, A_FIELD)
  generated = addShelters(copy)
  const { openTestEnv } = await ofCopy<typeof import('../devices/test-env.ts')>('packages/testkit/src/devices/test-env.ts')
  env = await openTestEnv({ environment: { SITES_DIR: SITES } })
  await env.start()
  const { openDevices } = await ofCopy<typeof import('../devices/devices.ts')>('packages/testkit/src/devices/devices.ts')
  devices = openDevices(env)
}, 120_000)

afterAll(async () => {
  await devices?.close()
  await env?.close()
  removeCopy(copy)
}, 60_000)

test('a new field takes four files, one command adds a new kind with a list and a form, and the copy has no type or layer errors', {
  timeout: 600_000,
}, async () => {
  expect([A_FIELD.length, A_FIELD.filter((one) => 'text' in one).length]).toEqual([4, 1])
  const count = (verb: string) => generated.split('\n').filter((line) => line.startsWith(`${verb} `)).length
  expect({ created: count('created'), changed: count('changed') }).toEqual({ created: 5, changed: 5 })
  const projects = ['tsconfig.json', 'apps/server/tsconfig.json', 'apps/web/tsconfig.json']
  const checks = [
    ...projects.map((project) => runCheck(copy, 'tsc', '-p', project)),
    runCheck(copy, process.execPath, 'tools/check/check-layers.ts'),
  ]
  expect(await Promise.all(checks)).toEqual(checks.map(() => ''))
})

test('the new field reaches the form, outbox, server, second device, history and CSV file', async () => {
  type Values = Record<string, unknown>
  const form = await ofCopy<{ valuesOf(action: null): Values; patchOf(values: Values, start: Values, noteId: string): Values }>(
    'apps/web/src/features/actions/form/action-values.ts',
  )
  const [ann, manager] = [await devices.createTestDevice(1, 'Ann'), await devices.createTestDevice(2, 'Mel')]
  const start = form.valuesOf(null)
  expect(start.severity).toBe('Unknown')
  const patch = form.patchOf({ ...start, description: 'Tree', area: 'North Wood', severity: 'Serious' }, start, randomUUID())
  expect(patch).toEqual({ description: 'Tree', area: 'North Wood', severity: 'Serious' })

  const id = randomUUID()
  ann.setSignal(false)
  await ann.record(id, patch)
  expect((await ann.queue())[0]?.command.patch).toEqual(patch)
  expect((await ann.app.readView('action', id))?.data).toMatchObject({ severity: 'Serious' })
  ann.setSignal(true)
  expect(await ann.drained()).toBe(true)
  expect(await manager.caughtUp(new Map([[id, 1]]))).toBe(true)
  const seen = (await manager.app.readView('action', id))?.data
  expect(seen).toMatchObject({ description: 'Tree', severity: 'Serious' })

  await manager.record(id, { severity: 'Minor' })
  expect(await manager.drained()).toBe(true)
  const { rows } = await env.pool.query('select changes from history where record_id = $1 order by id', [id])
  expect(rows.map(({ changes }) => changes.severity)).toEqual([
    { before: null, after: 'Serious' },
    { before: 'Serious', after: 'Minor' },
  ])
  const { actionKind, labelOf } = await ofCopy<typeof import('@trailwarden/domain')>('packages/domain/src/index.ts')
  expect(labelOf(actionKind, 'severity')).toBe('Severity')
  type Columns = { id: string; title: string; value(row: Values): string }[]
  const table = await ofCopy<{ fieldColumns(kind: unknown, shown: unknown[]): Columns }>('apps/web/src/parts/record-table/field-columns.ts')
  const column = table.fieldColumns(actionKind, []).find((one) => one.id === 'severity')
  expect([column?.title, column?.value(seen ?? {})]).toEqual(['Severity', 'Serious'])
})

test('the server also refuses an invalid value of the new field, and no data is lost', async () => {
  const ann = await devices.createTestDevice(1, 'Ann')
  await ann.report(randomUUID(), { severity: 'Enormous' })
  expect(await ann.drained()).toBe(true)
  expect((await ann.db.attention.toArray()).map(({ waiting }) => waiting.command.patch.severity)).toEqual(['Enormous'])
})

test('a record of the new kind is created offline, reaches a second device, and is edited and deleted there', async () => {
  const [ann, manager] = [await devices.createTestDevice(2, 'Ann'), await devices.createTestDevice(2, 'Mel')]
  const { until } = await ofCopy<typeof import('../wait.ts')>('packages/testkit/src/wait.ts')
  const id = randomUUID()
  const sees = (device: typeof ann, expected: object | null) =>
    until(async () => {
      const data = (await device.app.readView('shelter', id))?.data ?? null
      return expected === null ? data === null : data !== null && Object.entries(expected).every(([name, value]) => data[name] === value)
    })
  ann.setSignal(false)
  await ann.app.record('shelter', id, { name: 'Hut' })
  expect(await sees(ann, { name: 'Hut', detail: '', version: 0 })).toBe(true)
  ann.setSignal(true)
  expect(await ann.drained()).toBe(true)
  await manager.caughtUp(new Map())
  expect(await sees(manager, { name: 'Hut', createdByName: 'Ann', version: 1 })).toBe(true)
  await manager.app.record('shelter', id, { name: 'Stone hut', detail: 'Sleeps six' })
  expect(await manager.drained()).toBe(true)
  await ann.caughtUp(new Map())
  expect(await sees(ann, { name: 'Stone hut', detail: 'Sleeps six', updatedByName: 'Mel', version: 2 })).toBe(true)
  const history = await env.count(`select count(*) as n from history where kind = 'shelter' and record_id = $1`, [id])
  await manager.app.record('shelter', id, { deleted: true })
  expect(await manager.drained()).toBe(true)
  await ann.caughtUp(new Map())
  expect([await sees(ann, null), history]).toEqual([true, 2])
})
