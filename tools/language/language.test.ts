import { expect, test } from 'vitest'
import { subjectIssue } from './commit-subjects.ts'
import { PATTERNS } from './patterns.ts'
import { sample } from './sample.ts'
import { checkSpelling } from './spelling.ts'
import { readTexts, type Text, textsOfCode } from './texts.ts'
import { checkWording } from './wording.ts'

const page = (text: string): Text => ({ corpus: 'pages', file: 'docs/planted.md', line: 1, text })

/** One sentence for each pattern. A pattern without one fails below. */
const PLANTED: Readonly<Record<string, string>> = {
  whoever: 'Whoever has the link can read it.',
  'by itself': 'The queue empties by itself.',
  'alone for only': 'Managers alone see the phone number.',
  'things stand or lie': 'The button stands at the top of the page.',
  'told of': 'Riders hear of closures.',
  'it says': 'The page says how old the status is.',
  'of its own': 'Each site has a database of its own.',
  'what for a noun': 'Send what waits.',
  'things wait': 'Changes wait until there is signal.',
  'taken for accepted': 'The report is taken.',
  'machines ask': 'The app asks every three seconds.',
  'at once': 'It is sent at once.',
  'without signal too': 'It works without signal too.',
  'words for text': 'Your words are stored.',
  'a yes': 'A second yes is needed.',
  bookish: 'It is shown all the same.',
  mend: 'We mended the importer.',
  'is to be': 'The file is to be copied.',
  'three semicolons': 'The first is open; the second is closed; the third is unknown; the fourth is gone.',
  'news for updates': 'There is no news.',
  'put back': 'The post was put back.',
  'e-mail': 'Send an e-mail.',
  'trail crew': 'Ask the trail crew.',
  'partly open': 'The network is partly open.',
  'post office': 'The post office sends it.',
}

test.each(PATTERNS.map(({ name }) => [name]))('finds the planted sentence for "%s", but only in prose', async (name) => {
  const sentence = PLANTED[name] ?? ''
  expect(sentence, 'a planted sentence').not.toBe('')
  const found = await checkWording(page(`# Planted\n\nThis is fine. ${sentence}\n`))
  expect(found).toContainEqual(expect.objectContaining({ name, file: 'docs/planted.md', line: 3 }))
  expect(await checkWording(page(`Run \`${sentence.replaceAll('`', '')}\` now.\n\n\`\`\`\n${sentence}\n\`\`\`\n`))).toEqual([])
})

test('finds American spelling and typing errors, and accepts code and technical terms', async () => {
  const words = async (text: string) => (await checkSpelling([page(text)])).map(({ word }) => word)
  expect(await words('The color of the center is reconized.')).toEqual(['color', 'center', 'reconized'])
  expect(await words('The colour of the centre, `colr`, `npm run setup`, fooBar, PostgreSQL and https://exampel.org.')).toEqual([])
})

test('checks comments, titles and strings of code, and skips keys, paths and SQL', () => {
  const tests = [
    '// A comment that goes on',
    '// in the next line.',
    "test('ACT-01 saves an Action', () => {})",
    "test.for([1])('reads %s twice', { tag: '@core' }, () => {})",
  ]
  expect(textsOfCode('planted.test.ts', tests.join('\n'))).toEqual([
    { corpus: 'comments', file: 'planted.test.ts', line: 1, text: 'A comment that goes on\nin the next line.' },
    { corpus: 'titles', file: 'planted.test.ts', line: 3, text: 'ACT-01 saves an Action' },
    { corpus: 'titles', file: 'planted.test.ts', line: 4, text: 'reads %s twice' },
  ])
  const source =
    "const a = <p>Your change is saved.</p>\nlog('select id from people where id = 1', '/api/public/status', 'a key')\nfail('Choose a photo first.')"
  expect(textsOfCode('apps/web/src/planted.tsx', source).map(({ text }) => text)).toEqual([
    'Your change is saved.',
    'Choose a photo first.',
  ])
})

test.each([
  ['Fix time-dependent test for status proposals', null],
  ['Process photos in the background', null],
  ['Embed trail status', null],
  ['Added a test', 'imperative'],
  ['Fixes the map', 'imperative'],
  ['Adding a test', 'imperative'],
  ['The map shows names', 'imperative'],
  ['add a test', 'lower-case'],
  ['Add a test.', 'full stop'],
  [`Add ${'x'.repeat(80)}`, 'at most 72'],
])('judges the commit subject "%s"', (subject, issue) => {
  if (issue === null) expect(subjectIssue(subject)).toBeNull()
  else expect(subjectIssue(subject)).toContain(issue)
})

test('draws the same sample from the same seed, with an equal number from each corpus', () => {
  const texts = readTexts()
  const drawn = sample(texts, 20, 7)
  expect(drawn).toEqual(sample(texts, 20, 7))
  expect(drawn).not.toEqual(sample(texts, 20, 8))
  // README, other pages, help, screens, emails, other texts of the server, comments and titles.
  expect(drawn).toHaveLength(8 * 20)
})
