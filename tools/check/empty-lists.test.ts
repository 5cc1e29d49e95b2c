import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const WEB = join(root, 'apps/web/src')

/** Tools import no tests, so the table is read as text. */
function readTable(): Map<string, string> {
  const table = /const LISTS = \{([\s\S]*?)\n\}/.exec(readFileSync(join(root, 'tests/e2e/helpers/lists.ts'), 'utf8'))?.[1] ?? ''
  return new Map(Array.from(table.matchAll(/^ {2}'([^']+)': '([^']+)',$/gm), ([, text = '', address = '']) => [text, address]))
}

const LITERAL = /'([^']+)'|"([^"]+)"|`([^`$]+)[^`]*`|>\s*([A-Z][^<{]*?)\s*</g

/** What the components show that wait for the first fetch (RecordTable and WhenFetched). Their texts are literals in the same file. */
function emptyTexts(source: string): string[] {
  const waiting = [
    ...Array.from(source.matchAll(/\bempty=("[^"]+")/g), ([, text = '']) => text),
    ...Array.from(source.matchAll(/\btitle: ('No [^']+'),\s*next:/g), ([, text = '']) => text),
    ...Array.from(source.matchAll(/<WhenFetched>([\s\S]*?)<\/WhenFetched>/g), ([whole]) => whole),
    ...Array.from(
      source.matchAll(/\bnothing=\{(\w+)/g),
      ([, name = '']) => new RegExp(`const ${name}\\b[^{]*\\{[\\s\\S]*?\\n\\}`).exec(source)?.[0] ?? '',
    ),
  ]
  return waiting.flatMap((part) =>
    Array.from(part.matchAll(LITERAL), ([, ...texts]) => texts.find((text) => text !== undefined)?.replaceAll(/\s*“$/g, '') ?? ''),
  )
}

test('SYN-3 the table of lists contains the empty text of every list that waits for the first fetch', () => {
  const files = globSync('**/*.tsx', { cwd: WEB }).filter((file) => !file.endsWith('.test.tsx'))
  const found = files.flatMap((file) => {
    const source = readFileSync(join(WEB, file), 'utf8')
    const isShared = file.startsWith('parts/record')
    if (isShared || !/<WhenFetched|\bempty=/.test(source)) return []
    const texts = emptyTexts(source)
    // Otherwise, the text is in a form that this test can't read. The texts of decided reports come from the screen.
    expect(texts, file).not.toEqual([])
    return texts
  })
  const nothing = emptyTexts(readFileSync(join(WEB, 'features/reports/queue/reports-screen.tsx'), 'utf8'))
  expect([...new Set([...found, ...nothing])].sort()).toEqual([...readTable().keys()].sort())
})

test('SYN-3 every address in the table of lists is a screen of the app', () => {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: WEB })
      .map((file) => readFileSync(join(WEB, file), 'utf8'))
      .join('\n')
  const features = read('{features/*/index.ts,app/combined-screens.ts}')
  const tabs = Array.from(features.matchAll(/\bpage: '(\w+)',\s*path: '([^']+)'/g), ([, page, path]) => `/${page}/${path}`)
  const paths = [...readTable().values()].map((address) => address.replace(/\?.*/, ''))
  expect(paths.filter((path) => !tabs.includes(path))).toEqual([])
})
