import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const folder = join(root, 'deploy/systemd')
const units = readdirSync(folder)
const NODE = '/opt/trailwarden/node_modules/.bin/node'

/** The copies contain the path of the current Node instead of the installation's Node. */
function copies(change = (text: string) => text): string[] {
  const target = mkdtempSync(join(tmpdir(), 'units-'))
  onTestFinished(() => rmSync(target, { recursive: true }))
  return units.map((name) => {
    const file = join(target, name)
    writeFileSync(file, change(readFileSync(join(folder, name), 'utf8')).replaceAll(NODE, process.execPath))
    return file
  })
}

/** The exit code of systemd-analyze is always 0. */
function complaints(files: string[]): string {
  const { error, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' })
  if (error) throw error
  return stdout + stderr
}

test('OPS-UNITS systemd accepts the unit files, and reports a misspelt directive', () => {
  expect(units.filter((name) => name.endsWith('.service')).length).toBeGreaterThan(3)
  expect(complaints(copies())).toBe('')
  expect(complaints(copies((text) => text.replace('ProtectHome=yes', 'ProtectHoem=yes')))).toContain('ProtectHoem')
})

test('OPS-UNITS every timer has a service, and every service runs an existing command', () => {
  for (const name of units.filter((one) => one.endsWith('.timer'))) expect(units).toContain(name.replace('.timer', '.service'))
  const { stderr: usage } = spawnSync(process.execPath, [resolve(import.meta.dirname, '../ops.ts')], { encoding: 'utf8' })
  for (const name of units.filter((one) => one.endsWith('.service'))) {
    const commands = Array.from(readFileSync(join(folder, name), 'utf8').matchAll(/^ExecStart=(\S+) (\S+) ?(\S*)/gm))
    expect(commands.length, name).toBeGreaterThan(0)
    for (const [, program, script = '', command] of commands) {
      expect(program).toBe(NODE)
      expect(existsSync(join(root, script)), script).toBe(true)
      if (command) expect(usage).toContain(`npm run ops -- ${command}`)
    }
  }
})
