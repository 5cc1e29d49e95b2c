import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { stepsOf } from './operations-page.ts'

test('OPS-WALK the operators’ pages contain every command that the walk runs, and none of them uses an example value', () => {
  const { install, backUp, restore } = stepsOf('smtp://127.0.0.1:1')
  const all = [...install, ...backUp, ...restore].map(({ commands }) => commands).join('\n')
  expect(all).toContain('git clone /srv/trailwarden.git /opt/trailwarden')
  expect(all).toContain('PUBLIC_URL=https://localhost')
  expect(all).not.toMatch(/certbot certonly|mail\.example\.org|https:\/\/trails/)
  // If `a` fails in `a && b`, the script doesn't stop, so the walk would miss the failure.
  expect(all.split('\n').filter((line) => !line.startsWith('printf ') && line.includes('&&'))).toEqual([])
  // Commands may get their settings only through the function that the page defines.
  expect(all.match(/^trailwarden /gm)?.length).toBeGreaterThanOrEqual(3)
})

test('OPS-WALK the substitute for systemctl supports every verb that the page uses', () => {
  const { install, backUp, restore } = stepsOf('smtp://127.0.0.1:1')
  const script = readFileSync(join(resolve(import.meta.dirname), 'walk-systemctl.sh'), 'utf8')
  const verbs = [...install, ...backUp, ...restore].flatMap(({ commands }) =>
    Array.from(commands.matchAll(/systemctl ([a-z-]+)/g), ([, verb = '']) => verb),
  )
  expect(verbs.length).toBeGreaterThan(5)
  for (const verb of new Set(verbs)) expect(script).toContain(`${verb},`)
})
