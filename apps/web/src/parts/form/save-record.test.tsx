import { renderHook } from '@testing-library/react'
import { actionKind } from '@trailwarden/domain'
import { afterEach, expect, test, vi } from 'vitest'
import { followPerson, whenDeviceOpens } from '#data/device/device-session.ts'
import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { dismiss, useToasts } from '#ui/feedback/toasts.ts'
import { STILL_OPENING, saveRecord } from './save-record.ts'

afterEach(() => {
  for (const { id } of renderHook(useToasts).result.current) dismiss(id)
  void followPerson(null)
  vi.restoreAllMocks()
})

const shown = () => renderHook(useToasts).result.current.at(-1)
const NEW = { description: 'Tree down', area: 'Blue Tier' }

test('ACT-11 shows one toast that names the saved, changed or deleted record, as a warning for deletions', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  void followPerson({ id: crypto.randomUUID(), displayName: 'Mara' })
  const device = await whenDeviceOpens()
  const id = crypto.randomUUID()
  expect(await saveRecord(device, actionKind, 'add', id, NEW)).toBe(true)
  expect(shown()).toMatchObject({ kind: 'success', text: 'Action saved' })
  expect(await saveRecord(device, actionKind, 'edit', id, { description: 'Tree across the trail' })).toBe(true)
  expect(shown()).toMatchObject({ kind: 'success', text: 'Changes saved' })
  expect(await saveRecord(device, actionKind, 'delete', id, { deleted: true })).toBe(true)
  expect(shown()).toMatchObject({ kind: 'warning', text: 'Action deleted' })
})

test('ACT-11 names what couldn’t be saved or deleted, and explains why', async () => {
  const failures = {
    add: 'Couldn’t save the Action: ',
    edit: 'Couldn’t save your changes: ',
    delete: 'Couldn’t delete the Action: ',
  } as const
  for (const [verb, text] of Object.entries(failures)) {
    expect(await saveRecord(null, actionKind, verb as keyof typeof failures, crypto.randomUUID(), NEW)).toBe(false)
    expect(shown()).toMatchObject({ kind: 'error', text: `${text}${STILL_OPENING}` })
  }
})

test('ACT-12 asks before deleting a record, and warns that this can’t be undone', () => {
  expect(ITEM_MESSAGES.confirmDelete('Action')).toBe('Delete this Action? This cannot be undone.')
})
