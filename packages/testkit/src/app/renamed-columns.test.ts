/** Queries with a column's old name must no longer compile. The test renames the columns in a copy of the repository. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyTree, plant, removeCopy } from './tree-copy.ts'

const ROW_TYPES = 'apps/server/src/db/schema/tables.ts'

/** Each table had no row type originally, and has a column and a file that reads the column. */
const RENAMED: readonly (readonly [row: string, column: string, file: string])[] = [
  ['ChangesRow', 'isArchived', 'features/actions/action-archive.ts'],
  ['NoticesRow', 'endsAt', 'features/trail-status/notices/notice-store.ts'],
  ['PointsRow', 'version', 'features/points/site-reader.ts'],
  ['ReportNewsRow', 'what', 'features/reports/report-emails.ts'],
  ['ReportersRow', 'muted', 'features/reports/report-store.ts'],
  ['ReportsRow', 'followHash', 'features/reports/report-store.ts'],
  ['SyncEpochRow', 'epoch', 'sync/pull/pull.ts'],
  ['TrailLinesRow', 'line', 'features/points/trail-line-store.ts'],
  ['UnusedPhotoFilesRow', 'file', 'features/photos/photo-blur.ts'],
]

function rename(types: string, row: string, column: string): string {
  const start = types.indexOf(`type ${row} = {`)
  const at = types.indexOf(`\n  ${column}: `, start)
  const end = types.indexOf('\n}', start)
  if (start < 0 || at < 0 || at > end) throw new Error(`${row} has no column ${column}`)
  return `${types.slice(0, at)}\n  ${column}Renamed: ${types.slice(at + `\n  ${column}: `.length)}`
}

test('a query with the old name of a renamed column does not compile', { timeout: 300_000 }, () => {
  // The web app and the end-to-end tests aren't part of the server's TypeScript program, and copying them takes a while.
  const copy = copyTree(['packages', 'apps/server', 'tsconfig.base.json', 'package.json'])
  onTestFinished(() => removeCopy(copy), 60_000)
  const types = readFileSync(join(copy, ROW_TYPES), 'utf8')
  const renamed = RENAMED.reduce((text, [row, column]) => rename(text, row, column), types)
  plant(copy, ROW_TYPES, renamed)
  const { stdout } = spawnSync('tsc', ['-p', 'apps/server/tsconfig.json', '--pretty', 'false'], { cwd: copy, encoding: 'utf8' })
  const lines = [...stdout.matchAll(/^apps\/server\/src\/(.+)\((\d+),\d+\): error/gm)].map(([, file = '', line]) => {
    const text = readFileSync(join(copy, 'apps/server/src', file), 'utf8').split('\n')[Number(line) - 1]
    return `${file}: ${text?.trim()}`
  })
  const isFound = (file: string, column: string) => lines.some((line) => line.startsWith(`${file}: `) && line.includes(column))
  expect(
    RENAMED.filter(([, column, file]) => !isFound(file, column)),
    lines.join('\n'),
  ).toEqual([])
})
