import { expect, test } from 'vitest'
import { codeSides, plateSides } from './code-sides.ts'

const HERE = [148.2, -41.3] as const
const line = (step: (metres: number) => readonly [number, number]) => Array.from({ length: 41 }, (_, i) => step((i - 20) * 30))
const east = (metres: number) => [HERE[0] + metres / 83_600, HERE[1]] as const
const north = (metres: number) => [HERE[0], HERE[1] + metres / 111_200] as const

test('MAP-LOOK places a code on the side of its post away from the trail', () => {
  expect(codeSides([HERE], [line(north)])).toEqual(['right'])
  expect(codeSides([HERE], [line(east)])).toEqual(['below'])
  expect(codeSides([HERE], [line(east), line(north)])).toEqual([null])
})

test('MAP-LOOK if two plates overlap, places the one further south below its post', () => {
  expect(plateSides([HERE, north(60)])).toEqual(['below', 'above'])
  expect(plateSides([HERE, HERE])).toEqual(['below', 'above'])
  expect(plateSides([HERE, north(600)])).toEqual(['above', 'above'])
})
