/**
 * `npm run omissions` omits one field from each place that is derived from a record kind, in a copy of the tree, and runs the test that
 * must fail. It fails if a test doesn't notice the omission, or fails without it.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { change, copyTree, plant, removeCopy } from '@trailwarden/testkit/app/tree-copy'

const KIND = 'packages/domain/src/record-kind.ts'
const KIND_TEST = 'packages/domain/src/record-kind.test.ts'

/** The field belongs to Action. Nothing else in the copy differs. */
const OMISSIONS: { place: string; file: string; from: string; to: string; test: string }[] = [
  {
    place: 'patch schema',
    file: KIND,
    from: 'z.strictObject({ ...mapValues(kind.editableFields, touchedSchemaOf)',
    to: "z.strictObject({ ...mapValues(Object.fromEntries(Object.entries(kind.editableFields).filter(([name]) => name !== 'detail')), touchedSchemaOf)",
    test: KIND_TEST,
  },
  {
    place: 'blank record',
    file: KIND,
    from: 'const blank = mapValues(fields,',
    to: "const blank = mapValues(Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'detail')),",
    test: KIND_TEST,
  },
  {
    place: 'merge',
    file: KIND,
    from: '(patch[name] === undefined ? [] : [[name, patch[name]]])',
    to: "(patch[name] === undefined || name === 'detail' ? [] : [[name, patch[name]]])",
    test: KIND_TEST,
  },
  {
    place: 'tracked fields (history)',
    file: KIND,
    from: 'const changed = kind.editableFields.filter((name) =>',
    to: "const changed = kind.editableFields.filter((name) => name !== 'detail' &&",
    test: KIND_TEST,
  },
  {
    place: 'overlay',
    file: 'packages/sync/src/overlay.ts',
    from: 'return merge(kind, under, { recordId, patch,',
    to: 'const { detail: _, ...less } = patch\n  return merge(kind, under, { recordId, patch: less,',
    test: 'packages/sync/src/overlay.test.ts',
  },
  {
    place: 'document for devices (SQL)',
    file: 'apps/server/src/db/records/document-sql.ts',
    from: 'Object.entries<Field>(kind.fields).map(',
    to: "Object.entries<Field>(kind.fields).filter(([name]) => name !== 'detail').map(",
    test: 'apps/server/src/sync/kinds.test.ts',
  },
  {
    place: 'form defaults',
    file: KIND,
    from: 'Object.fromEntries(editableFields.map((name) => [name, record[name]]))',
    to: "Object.fromEntries(editableFields.filter((name) => name !== 'detail').map((name) => [name, record[name]]))",
    test: 'apps/web/src/features/actions/form/action-values.test.ts',
  },
  {
    place: 'patch of the form',
    file: KIND,
    from: '(isSameValue(before[name], after[name]) ? [] : [[name, after[name]]])',
    to: "(name === 'detail' || isSameValue(before[name], after[name]) ? [] : [[name, after[name]]])",
    test: 'apps/web/src/features/actions/form/action-values.test.ts',
  },
  { place: 'label', file: 'packages/domain/src/action/action-kind.ts', from: ", label: 'Detail'", to: '', test: KIND_TEST },
  {
    place: 'CSV columns',
    file: 'apps/web/src/parts/record-table/field-columns.ts',
    from: 'kind.editableFields.filter((name) =>',
    to: "kind.editableFields.filter((name) => name !== 'detail' &&",
    test: 'apps/web/src/parts/record-table/field-columns.test.ts',
  },
]

const copy = copyTree()
const passes = (test: string) => spawnSync('vitest', ['run', test], { cwd: copy, stdio: 'ignore' }).status === 0
try {
  const broken = [...new Set(OMISSIONS.map(({ test }) => test))].filter((test) => !passes(test))
  if (broken.length > 0) throw new Error(`These fail without any omission: ${broken.join(', ')}`)
  const unnoticed = OMISSIONS.filter(({ place, file, from, to, test }) => {
    const whole = readFileSync(join(copy, file), 'utf8')
    change(copy, [{ path: file, edits: [[from, to]] }])
    const isUnnoticed = passes(test)
    plant(copy, file, whole)
    console.log(`${isUnnoticed ? 'UNNOTICED' : 'noticed'}  ${place}: ${test}`)
    return isUnnoticed
  })
  console.log(`omissions: ${OMISSIONS.length} planted, ${OMISSIONS.length - unnoticed.length} noticed`)
  if (unnoticed.length > 0) process.exitCode = 1
} finally {
  removeCopy(copy)
}
