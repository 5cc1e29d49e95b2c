import { expect, test } from 'vitest'
import { splitNotes } from './trail-notes.ts'

test('TRAILS-2 moves sentences for operators out of a trail’s description, and leaves out the survey’s heading', () => {
  expect(
    splitNotes('The way from town.\n\nAdditional Notes\n\nPart of it is a shared path. Please tell customers to give way to walkers.'),
  ).toEqual({
    description: ['The way from town.', 'Part of it is a shared path.'],
    forOperators: ['Please tell customers to give way to walkers.'],
  })
  expect(splitNotes('Creeks rise quickly after rain.')).toEqual({ description: ['Creeks rise quickly after rain.'], forOperators: [] })
  expect(splitNotes(null)).toEqual({ description: [], forOperators: [] })
})
