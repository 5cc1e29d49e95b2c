import { expect, test } from 'vitest'
import { changesOf, type LockedPackages } from './lock-file.ts'

const before: LockedPackages = {
  'node_modules/react': { version: '19.0.0', integrity: 'sha512-a' },
  'node_modules/rolldown-linux': { version: '1.2.0', integrity: 'sha512-b', optional: true },
}

test('accepts a build for another platform that was added to the registry later', () => {
  expect(
    changesOf(before, { ...before, 'node_modules/rolldown-darwin': { version: '1.2.0', integrity: 'sha512-c', optional: true } }),
  ).toEqual([])
})

test('reports a package that is missing, was added, or has another version or checksum', () => {
  expect(
    changesOf(before, {
      'node_modules/react': { version: '19.0.1', integrity: 'sha512-d' },
      'node_modules/left-pad': { version: '1.0.0', integrity: 'sha512-e' },
    }),
  ).toEqual([
    'node_modules/react changed from 19.0.0 to 19.0.1',
    'node_modules/rolldown-linux was removed',
    'node_modules/left-pad was added',
  ])
  expect(changesOf(before, { ...before, 'node_modules/react': { version: '19.0.0', integrity: 'sha512-d' } })).toEqual([
    'node_modules/react has another checksum',
  ])
})
