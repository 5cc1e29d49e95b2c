import { expect, test } from 'vitest'
import { findWords } from './words.ts'

const found = (text: string, file = 'apps/web/src/lib/planted.ts') => findWords(file, text).map(({ word, line }) => `${line} ${word}`)

test('words that we no longer use are found in names and in comments, with their line', () => {
  expect(found('const a = 1\nexport const sendLetter = (letters: string[]) => letters.length + a')).toEqual([
    '2 sendLetter',
    '2 letters',
    '2 letters',
  ])
  expect(found('/** Mends the outbox.\n * A drill does it. */\nexport const a = 1')).toEqual(['2 drill', '1 Mends'])
  expect(found('export const é = 1\nexport const keptRows = é')).toEqual(['2 keptRows'])
})

test('strings, text on screens, foreign names and fault tests are left alone', () => {
  const text = `export const a = Math.floor(1.5)\n// npm run fault runs a fault test\nexport const b = <p>No letters were told</p>\nexport const c = 'drill'`
  expect(found(text, 'apps/web/src/lib/planted.tsx')).toEqual([])
})
