import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { MAINTENANCE_LIMIT_HOURS, MAINTENANCE_TASKS } from '@trailwarden/api'
import { expect, onTestFinished, test } from 'vitest'
import { QUEUES } from '#features.ts'
import { createTestServer } from '#testing/test-server.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const folder = resolve(root, 'deploy/monitoring')
const read = (file: string) => readFileSync(resolve(folder, file), 'utf8')
const alerts = read('alerts.yml')
const rules = read('alerts.test.yml')
const page = readFileSync(resolve(root, 'docs/monitoring.md'), 'utf8')
const runbookPage = readFileSync(resolve(root, 'docs/runbooks.md'), 'utf8')
const alertNames = Array.from(alerts.matchAll(/- alert: (\w+)/g), ([, name = '']) => name)

/** promtool is in the Debian package prometheus. */
function promtool(...args: string[]) {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
  if (error) throw error
  return { status, output: stdout + stderr }
}

const metricsIn = (text: string) => [...new Set(text.match(/\b(trailwarden|nodejs|process)_[a-z0-9_]+/g) ?? [])]

async function servedMetrics(): Promise<Set<string>> {
  const token = 'a token of more than 24 characters'
  const { app } = await createTestServer({ environment: { METRICS_TOKEN: token } })
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  const declared = Array.from(body.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', type]) => ({ name, type }))
  return new Set(
    declared.flatMap(({ name, type }) => (type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name])),
  )
}

test('OPS-METRICS alert rules pass their tests, each in one case that fires and one that doesn’t', () => {
  const { status, output } = promtool('test', 'rules', 'alerts.test.yml')
  expect(output).toContain('SUCCESS')
  expect(status).toBe(0)
  expect(alertNames.length).toBeGreaterThan(10)
  for (const name of alertNames) expect(rules.match(new RegExp(`alertname: ${name}\\n`, 'g')), name).toHaveLength(2)
  expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml').status).toBe(0)
})

test('OPS-METRICS alerts and the dashboard use only metrics that exist, and docs/monitoring.md explains every metric of Trailwarden', async () => {
  const served = await servedMetrics()
  const dashboard = JSON.parse(read('dashboard.json')) as { panels: { title: string; targets: { expr: string }[] }[] }
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(shown.length).toBeGreaterThan(20)
  const named = metricsIn([...shown, alerts].join('\n'))
  expect(named.filter((name) => !served.has(name))).toEqual([])
  const ours = [...served].map((name) => name.replace(/_(bucket|count|sum)$/, '')).filter((name) => name.startsWith('trailwarden_'))
  expect([...new Set(ours)].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  expect(metricsIn(page).filter((name) => name.startsWith('trailwarden_') && !ours.includes(name))).toEqual([])
  // promtool only checks rules, so each expression is wrapped in a rule.
  const asRules = JSON.stringify({ groups: [{ name: 'dashboard', rules: shown.map((expr, i) => ({ record: `panel:${i}`, expr })) }] })
  const file = join(mkdtempSync(join(tmpdir(), 'dashboard-')), 'rules.yml')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  writeFileSync(file, asRules)
  const { status, output } = promtool('check', 'rules', file)
  expect(status, output).toBe(0)
})

test('OPS-METRICS alerts use the same queue names and limits as the code', () => {
  for (const [, queues = ''] of alerts.matchAll(/queue=~?"([^"]+)"/g))
    for (const queue of queues.split('|')) expect(Object.keys(QUEUES)).toContain(queue)
  for (const task of MAINTENANCE_TASKS) {
    const hours = MAINTENANCE_LIMIT_HOURS[task]
    const seconds = hours % 24 === 0 ? `${hours / 24} * 24 * 3600` : `${hours} * 3600`
    const expr = alerts
      .split('\n')
      .find((line) => line.includes('_last_success_') && new RegExp(/task=~?"([^"]+)"/.exec(line)?.[1] ?? '-').test(task))
    expect(expr, task).toContain(`> ${seconds}`)
  }
})

test('OPS-METRICS every alert has a runbook', () => {
  for (const name of alertNames) {
    expect(runbookPage, name).toContain(`\n### ${name}\n`)
    expect(alerts).toContain(`runbook: docs/runbooks.md#${name.toLowerCase()}\n`)
  }
  const runbooks = Array.from(runbookPage.matchAll(/^### (\w+)$/gm), ([, name]) => name)
  expect(runbooks.toSorted()).toEqual(alertNames.toSorted())
})
