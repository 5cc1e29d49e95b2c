import { expect, test } from 'vitest'
import { placeLine, placeWords } from './action-place.ts'

const place = { latitude: -41.17, longitude: 148.12, accuracyM: 5 }
const saying = (words: string | null) => ({ describe: () => words })

test('UX-1.4 describes an Action’s location in one line, by position and trail name, or by names only', () => {
  const action = { area: 'St Helens', trail: 'Icarus', place }
  expect(placeLine(saying('At SH05'), action)).toBe('At SH05, Icarus')
  expect(placeLine(saying('At SH05'), { ...action, trail: null })).toBe('At SH05, St Helens')
  expect(placeLine(saying('120 m north of Icarus'), action)).toBe('120 m north of Icarus')
  expect(placeLine(saying(null), action)).toBe('Icarus, St Helens')
  expect(placeLine(null, action)).toBe('Icarus, St Helens')
  expect(placeWords(saying('At SH05'), null)).toBeNull()
})
