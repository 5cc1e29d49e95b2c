/** The test follows docs/first-day.md in a copy of the tree. `npm run first-minutes` tests the steps before the page. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copyTree, removeCopy } from '@trailwarden/testkit/app/tree-copy'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const STARTS = ['npm run setup', 'npm run dev']

test('every change of docs/first-day.md applies, and its type check and tests pass', { timeout: 600_000 }, () => {
  const page = readFileSync(join(root, 'docs/first-day.md'), 'utf8')
  const copy = copyTree()
  onTestFinished(() => removeCopy(copy))
  const run = (command: string, input?: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: copy, encoding: 'utf8', ...(input && { input }) })
    expect(status, `${command}\n${stdout}${stderr}`).toBe(0)
  }
  let [changes, commands] = [0, 0]
  for (const [, language, text = ''] of page.matchAll(/^```(sh|diff)\n([\s\S]*?)^```$/gm)) {
    if (language === 'diff') {
      // Allows no fuzz, so the page must quote the current lines exactly.
      run('patch --strip=1 --fuzz=0', text.replaceAll('NNNN', '9001'))
      changes++
    } else
      for (const command of text
        .trim()
        .split('\n')
        .filter((line) => !STARTS.includes(line))) {
        run(command)
        commands++
      }
  }
  expect([changes, commands]).toEqual([4, 3])
})
