/** The statements come from PostgreSQL's log, so that the bare side of P7 always runs the server's current statements. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Device, TestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'

type Statement = { pid: string; text: string }
export type Push = { statements: string[]; recordId: string; commandId: string; tables: string[] }

/** Every stored record writes to these tables. */
const WRITTEN = ['actions', 'history', 'commands']
const TRIES = 20

/** The log must have `log_line_prefix = '%p '`. Parameter values are inserted into the statements. */
export function readStatements(log: string): Statement[] {
  const statements: Statement[] = []
  for (const entry of log.split(/^(?=\d+ [A-Z]+: {2})/m)) {
    const [, pid = '', kind, rest = ''] = /^(\d+) ([A-Z]+): {2}([\s\S]*?)\n?$/.exec(entry) ?? []
    const text = /^(?:statement|execute [^:]*): ([\s\S]*)$/.exec(rest)?.[1]
    if (kind === 'LOG' && text) statements.push({ pid, text: text.replaceAll(/\s+/g, ' ').trim() })
    const last = statements.at(-1)
    if (kind === 'DETAIL' && last?.pid === pid && /^parameters: /i.test(rest)) {
      const values = new Map(Array.from(rest.matchAll(/\$(\d+) = (NULL|'(?:[^']|'')*')/g), ([, n = '', value = '']) => [n, value]))
      last.text = last.text.replaceAll(/\$(\d+)/g, (placeholder, n: string) => values.get(n) ?? placeholder)
    }
  }
  return statements
}

const startsWith = (keyword: string) => (text: string) => text.toLowerCase().startsWith(keyword)

function transactionOf(commandId: string, statements: readonly Statement[]): string[] {
  const pid = statements.find(({ text }) => startsWith('insert')(text) && text.includes(commandId))?.pid
  const texts = statements.filter((one) => one.pid === pid).map(({ text }) => text)
  const at = texts.findIndex((text) => startsWith('insert')(text) && text.includes(commandId))
  const from = texts.slice(0, at).findLastIndex(startsWith('begin'))
  const length = texts.slice(from).findIndex(startsWith('commit'))
  return at === -1 || from === -1 || length === -1 ? [] : texts.slice(from, from + length + 1)
}

/** Records are pushed until the log contains all SQL statements of one push. */
export async function recordPush(env: TestEnv, device: Device): Promise<Push> {
  const set = async (statements: string, prefix: string) => {
    await env.pool.query(`alter system set log_statement = ${statements}`)
    await env.pool.query(`alter system set log_line_prefix = ${prefix}`)
    await env.pool.query('select pg_reload_conf()')
  }
  await set(`'all'`, `'%p '`)
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const report = device.report()
      const answers = await device.send([report])
      if (answers?.[0]?.outcome !== 'applied') throw new Error('a push was refused')
      await pause(100)
      const statements = transactionOf(report.id, readStatements(readFileSync(join(env.cluster.directory, 'postgres.log'), 'utf8')))
      const tables = [...new Set(statements.flatMap((text) => /insert into "?(\w+)/i.exec(text)?.[1] ?? []))]
      if (WRITTEN.every((table) => tables.includes(table))) return { statements, recordId: report.recordId, commandId: report.id, tables }
    }
    throw new Error('the PostgreSQL log does not contain the statements of a push')
  } finally {
    await set('default', 'default')
  }
}

export function scriptOf({ statements, recordId, commandId }: Push, number: string): string {
  const lines = statements.map((text) =>
    text
      .replaceAll(recordId, '00000000-0000-4000-8000-:record')
      .replaceAll(commandId, '00000000-0000-4001-8000-:record')
      .replaceAll(`'${number}'`, "':record'"),
  )
  return ['\\set record random(100000000000, 999999999999)', ...lines.map((line) => `${line};`)].join('\n')
}

export async function refuseOtherRows(env: TestEnv, { tables }: Push, push: () => unknown, script: () => unknown): Promise<void> {
  const count = () => Promise.all(tables.map((table) => env.count(`select count(*) as n from ${table}`)))
  const added = async (write: () => unknown) => {
    const before = await count()
    await write()
    return (await count()).map((n, i) => n - (before[i] ?? 0)).join()
  }
  const [ours, theirs] = [await added(push), await added(script)]
  if (ours !== theirs) throw new Error(`a push adds ${ours} rows to ${tables.join()}, its statements add ${theirs}`)
}
