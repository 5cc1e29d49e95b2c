import { expect, test } from 'vitest'
import { fromOldColumns, oldColumnNames, toOldColumns } from './trail-update-columns.ts'

const networks = [
  { id: 'bay-of-fires', importName: 'poimena' },
  { id: 'st-helens', importName: 'stacked_loop' },
]
const update = {
  id: '0190a000-0000-7000-8000-0000000000aa',
  createdAt: new Date('2026-04-04T15:30:00Z'),
  createdBy: '0190a000-0000-7000-8000-000000000002',
  createdByName: 'Ranger',
  networks: {
    'bay-of-fires': { status: 'Closed' as const, message: 'Creek is up' },
    'st-helens': { status: 'Partially Open' as const, message: '' },
  },
  outcome: null,
}

test('T9 UPD-04 writes an update with the old column names and reads it back unchanged', () => {
  const row = toOldColumns(update, networks)
  expect(Object.keys(row)).toEqual(oldColumnNames(networks))
  expect(row).toMatchObject({ poimena_status: 'Closed', poimena_message: 'Creek is up', stacked_loop_status: 'Partially Open' })
  expect(fromOldColumns(row, networks)).toMatchObject({
    ok: true,
    record: { oldId: update.id, createdAt: update.createdAt, createdByName: 'Ranger', networks: update.networks },
  })
  // The column contains the public status, which may be stricter than the status that the manager set.
  const settled = { status: 'Closed' as const, changedAt: update.createdAt.toISOString(), later: [] }
  expect(toOldColumns({ ...update, outcome: { networks: { 'st-helens': settled }, trails: {} } }, networks)).toMatchObject({
    poimena_status: 'Closed',
    stacked_loop_status: 'Closed',
  })
})

test('T9 reads every time format, leaves missing networks unknown and guesses no values', () => {
  const old = { id: 'q1', created_by: 'uid', created_by_name: 'Ranger', poimena_status: 'Open' }
  const at = (created_at: unknown) => fromOldColumns({ ...old, created_at }, networks)
  for (const time of [1_775_316_600_000, '2026-04-04T15:30:00Z', { seconds: 1_775_316_600, nanoseconds: 0 }, { _seconds: 1_775_316_600 }])
    expect(at(time)).toMatchObject({
      record: { createdAt: update.createdAt, networks: { 'bay-of-fires': { status: 'Open', message: '' } } },
    })
  expect(at('yesterday')).toMatchObject({ ok: false })
  expect(at(undefined)).toMatchObject({ ok: false })
  expect(fromOldColumns({ ...old, created_at: 0, poimena_status: 'open-ish' }, networks)).toMatchObject({
    refusal: { detail: 'poimena_status is "open-ish"' },
  })
  expect(fromOldColumns({ id: 'q1', created_at: 0 }, networks)).toMatchObject({ refusal: { detail: 'no network has a status' } })
})
