import { expect, test } from 'vitest'
import { crewWords, stepOf } from './own-step.ts'

const [me, crew] = ['me', 'crew']
const action = {
  status: 'Unresolved' as 'Unresolved' | 'Resolved',
  mergedInto: null as string | null,
  fix: '',
  waitingFor: '',
  assignedTo: null as string | null,
  createdBy: me,
  updatedBy: me,
  createdAt: '2026-11-17T00:00:00Z',
  updatedAt: '2026-11-18T00:00:00Z',
  completedAt: null as string | null,
  notes: [] as { id: string; text: string; createdAt: string; createdBy: string; createdByName: string }[],
}
const note = (createdBy: string, text: string) => ({ id: text, text, createdBy, createdByName: createdBy, createdAt: action.updatedAt })

test('ACT-09 an Action is Received, then Checked once someone else has changed it, then Crew assigned, then Fixed', () => {
  expect(stepOf(action)).toEqual({ done: 1, name: 'Received', at: action.createdAt })
  // A new Action may be assigned to the reviewer automatically.
  expect(stepOf({ ...action, assignedTo: crew })).toMatchObject({ done: 1, name: 'Received' })
  expect(stepOf({ ...action, updatedBy: crew })).toEqual({ done: 2, name: 'Checked', at: action.updatedAt })
  expect(stepOf({ ...action, updatedBy: crew, assignedTo: crew })).toMatchObject({ done: 3, name: 'Crew assigned' })
  const resolved = { ...action, status: 'Resolved' as const, completedAt: '2026-11-19T00:00:00Z' }
  expect(stepOf(resolved)).toEqual({ done: 4, name: 'Fixed', at: '2026-11-19T00:00:00Z' })
  expect(stepOf({ ...resolved, mergedInto: 'other' })).toMatchObject({ done: 4, name: 'Merged with another Action' })
})

test('ACT-09 shows what the crew wrote, but no one else’s notes', () => {
  expect(crewWords({ ...action, notes: [note(me, 'Seen again'), note('other', 'Me too')] })).toBeNull()
  expect(crewWords({ ...action, assignedTo: crew, notes: [note(crew, 'Saw is on its way'), note('other', 'Me too')] })).toBe(
    'Saw is on its way',
  )
  expect(crewWords({ ...action, waitingFor: 'a saw' })).toBe('Waiting for a saw')
  expect(crewWords({ ...action, status: 'Resolved', fix: 'Cut and cleared' })).toBe('Cut and cleared')
})
