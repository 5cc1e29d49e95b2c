import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const WEB = join(root, 'apps/web/src')

/** Layers are built from these components, which aren't layers themselves. */
const BLOCKS = [
  ...['dialog', 'drawer', 'menu', 'popover', 'confirm-dialog'].map((name) => `ui/dialog/${name}.tsx`),
  'ui/dialog/layer.ts',
  'features/trail-map/panels/panel.tsx',
]

const source = (file: string) => readFileSync(join(WEB, file), 'utf8')

/** The paths are relative to `apps/web/src`. */
const importsOf = (file: string) =>
  Array.from(source(file).matchAll(/\b(?:from |import\()'([#.][^']*)'/g), ([, path = '']) =>
    path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path),
  )

/** Tools import no tests, so the table is read as text. */
const listed = () => {
  const table = /const LAYERS = \{([\s\S]*?)\n\}/.exec(readFileSync(join(root, 'tests/e2e/helpers/layers.ts'), 'utf8'))?.[1] ?? ''
  return Array.from(table.matchAll(/^ {2}'([^']+)':/gm), ([, file = '']) => file)
}

test('NAV-B1 the table lists every layer in the source code, and a test closes each of them with Back', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '.'], { cwd: WEB, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  const opens = (file: string) => /\buseLayer\(|<dialog\b/.test(source(file)) || importsOf(file).some((path) => BLOCKS.includes(path))
  const found = files.filter((file) => opens(file) && !BLOCKS.includes(file))
  expect(found.sort()).toEqual(listed().sort())
  // A component that was moved would otherwise no longer be recognised.
  expect(BLOCKS.filter((file) => !files.includes(file) || !opens(file))).toEqual([])

  const specs = globSync('tests/e2e/**/*.spec.ts', { cwd: root }).map((spec) => readFileSync(join(root, spec), 'utf8'))
  expect(listed().filter((file) => !specs.some((spec) => spec.includes(`'${file}'`)))).toEqual([])
})
