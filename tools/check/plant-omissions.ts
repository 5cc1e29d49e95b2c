/**
 * `npm run omissions` plants each defect of `planted-defects.ts` in a copy of the repository and runs the test or check that must fail.
 * It exits with an error if a defect isn't noticed, or if the test fails without it. `npm run omissions -- nginx` plants only the defects
 * whose description, file or test contains the text, and
 * `npm run omissions -- 30` continues with the 30th. Runs one process at a time with low priority.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { change, cloneTree, plant, removeCopy } from '@trailwarden/testkit/app/tree-copy'
import { DEFECTS, type Defect } from './planted-defects.ts'

const [wanted = ''] = process.argv.slice(2)
const defects = /^\d+$/.test(wanted)
  ? DEFECTS.slice(Number(wanted) - 1)
  : DEFECTS.filter(({ about, file, noticedBy }) => [about, file, noticedBy].some((text) => text.includes(wanted)))
const copy = cloneTree()
// In CI, tests use the build of an earlier step. The copy has its own.
const { CI: _, ...env } = process.env

const isFile = (noticedBy: string) => !noticedBy.startsWith('check:')
const findIndexOf = (noticedBy: string) => defects.findIndex((defect) => defect.noticedBy === noticedBy)

const runs = (...command: string[]) => spawnSync('nice', command, { cwd: copy, env, stdio: 'ignore' }).status === 0

const passes = ({ noticedBy, title }: Defect) =>
  isFile(noticedBy)
    ? runs('vitest', 'run', noticedBy, ...(title === undefined ? [] : ['-t', title]))
    : runs('npm', 'run', '--silent', noticedBy)

/** Returns a function that removes the defect. */
function add({ file, from, to }: Defect): () => void {
  const path = join(copy, file)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : null
  if (from !== undefined) change(copy, [{ path: file, edits: [[from, to]] }])
  else plant(copy, file, (before ?? '') + to)
  return () => (before === null ? rmSync(path) : plant(copy, file, before))
}

try {
  const unnoticed = defects.filter((defect) => {
    const remove = add(defect)
    const isUnnoticed = passes(defect)
    remove()
    console.log(`${DEFECTS.indexOf(defect) + 1} ${isUnnoticed ? 'UNNOTICED' : 'noticed'}  ${defect.about}: ${defect.noticedBy}`)
    return isUnnoticed
  })
  // A test that always fails would notice everything. Files without a title run together, which takes half as long.
  const files = [...new Set(defects.filter(({ noticedBy, title }) => isFile(noticedBy) && !title).map(({ noticedBy }) => noticedBy))]
  const others = defects.filter(({ noticedBy, title }, i) => (!isFile(noticedBy) || title) && findIndexOf(noticedBy) === i)
  const broken = [
    ...(files.length === 0 || runs('vitest', 'run', ...files) ? [] : ['one of the vitest files']),
    ...others.flatMap((defect) => (passes(defect) ? [] : [defect.noticedBy])),
  ]
  if (broken.length > 0) console.error(`These fail without any defect: ${broken.join(', ')}`)
  console.log(`omissions: ${defects.length} planted, ${defects.length - unnoticed.length} noticed`)
  if (unnoticed.length + broken.length > 0) process.exitCode = 1
} finally {
  removeCopy(copy)
}
