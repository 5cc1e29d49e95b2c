/**
 * R19: a cluster of three nodes, as in deploy/ha, fails over under load with synchronous replication, and every acknowledged change must
 * exist exactly once. R20: with asynchronous replication, clients that never resend lose writes, which proves that R19 would detect a loss.
 */

import { type FailoverCluster, startFailoverCluster } from '@trailwarden/testkit/database/failover-cluster'
import { pause, until } from '@trailwarden/testkit/wait'
import { type FaultTest, type Result, upTo } from '../fault-test.ts'
import { type Load, startLoad } from '../helpers/failover-load.ts'

const AMOUNT = { small: 4, full: 50 }
const ETCD_PAUSE_MS = 15_000
/** While etcd is unavailable, commits may pause, but there must be no failover. */
const LONGEST_GAP_MS = 10_000
const WRITES_BACK_LIMIT_MS = 60_000

type Timings = Record<string, number[]>
const note = (timings: Timings, name: string, ms: number) => {
  timings[name] = [...(timings[name] ?? []), ms]
}
const middle = (all: readonly number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

const KINDS = ['postgresKilled', 'nodeKilled', 'etcdPaused', 'switchover'] as const
type Kind = (typeof KINDS)[number]

async function findLeader(cluster: FailoverCluster) {
  await until(async () => (await cluster.leader()) !== null, 60_000)
  const leader = await cluster.leader()
  if (!leader) throw new Error('the cluster has no leader')
  return leader
}

async function failOver(cluster: FailoverCluster, load: Load, kind: Kind, timings: Timings): Promise<void> {
  await pause(500 + upTo(1500))
  const old = await findLeader(cluster)
  const from = Date.now()
  if (kind === 'etcdPaused') {
    cluster.pauseEtcd()
    await pause(ETCD_PAUSE_MS)
    cluster.resumeEtcd()
    await load.writesAgainAfter(Date.now())
    const gap = load.longestGap(from, Date.now())
    note(timings, kind, gap)
    if (gap > LONGEST_GAP_MS) load.broken.push(`with etcd away nothing was acknowledged for ${gap} ms`)
    return
  }
  if (kind === 'postgresKilled') cluster.killPostgres(old)
  else if (kind === 'nodeKilled') cluster.killNode(old)
  else await cluster.switchover(old)
  // The old leader responds until the switchover begins, and the command returns when the switchover is complete, so only the pause in
  // between counts.
  const backMs = await load.writesAgainAfter(kind === 'switchover' ? Date.now() : from)
  const pauseMs = kind === 'switchover' ? load.longestGap(from, Date.now()) : backMs
  note(timings, kind, pauseMs)
  if (pauseMs > WRITES_BACK_LIMIT_MS) load.broken.push(`${kind}: no writes for ${pauseMs} ms`)
  if ((await findLeader(cluster)).name === old.name) load.broken.push(`${kind}: ${old.name} still leads`)
  if (kind === 'nodeKilled') cluster.startNode(old)
  await load.receivesAgain(Date.now())
}

const summary = (timings: Timings) =>
  Object.fromEntries(
    Object.entries(timings).flatMap(([name, all]) => [
      [`${name}Ms`, middle(all)],
      [`${name}MostMs`, Math.max(...all)],
    ]),
  )

export const failover: FaultTest = {
  name: 'R19',
  full: { runs: AMOUNT.full, step: 5 },
  async run(size, stop, times = AMOUNT[size], first = 0): Promise<Result> {
    const cluster = await startFailoverCluster()
    let load: Load | null = null
    try {
      load = await startLoad(cluster)
      const timings: Timings = {}
      let runs = 0
      for (; runs < times && !stop.aborted; runs++) {
        const kind = KINDS[(first + runs) % KINDS.length] ?? KINDS[0]
        const from = load.acknowledged.length
        await failOver(cluster, load, kind, timings)
        if (!(await cluster.whole())) load.broken.push(`${kind}: cluster not complete again after three minutes`)
        console.error(
          `${runs + 1} ${kind} ${timings[kind]?.at(-1)} ms, ${load.acknowledged.length - from} acknowledged, ${load.broken.length} broken`,
        )
      }
      load.hold(true)
      await pause(1000)
      const { lost, doubled } = await load.judge()
      const ofPhones = await load.countLosses()
      await load.inStep()
      const { acknowledged, saved, counts, broken } = load
      const figures = { acknowledged: acknowledged.length, saved: saved.length, ...counts, ...summary(timings) }
      return { runs, lost: lost + ofPhones.lost, doubled: doubled + ofPhones.doubled, broken: [...new Set(broken)], figures }
    } finally {
      await load?.stop()
      await cluster.stop()
    }
  },
}

const LAG = { least: 50, most: 5000 }

export const failoverAsync: FaultTest = {
  name: 'R20',
  full: { runs: AMOUNT.full, step: 5 },
  async run(size, stop, times = AMOUNT[size]): Promise<Result> {
    const cluster = await startFailoverCluster()
    let load: Load | null = null
    try {
      await cluster.configure({ synchronous_mode: false, synchronous_mode_strict: false })
      load = await startLoad(cluster)
      const timings: Timings = {}
      let [runs, lostWithoutReturn, doubled] = [0, 0, 0]
      for (; runs < times && !stop.aborted; runs++) {
        await until(
          async () => (await load?.env.count(`select count(*) as n from pg_stat_replication where sync_state = 'async'`)) === 2,
          60_000,
        )
        const old = await findLeader(cluster)
        const known = load.acknowledged.length
        cluster.holdBack(old)
        const lagMs = LAG.least + upTo(LAG.most - LAG.least)
        await pause(lagMs)
        const from = Date.now()
        // Killing the whole node loses the writes that it hasn't replicated.
        cluster.killNode(old)
        note(timings, 'writesBack', await load.writesAgainAfter(from))
        cluster.startNode(old)
        if (!(await cluster.whole(false))) load.broken.push('cluster not complete again after three minutes')
        const gone = await load.judge()
        lostWithoutReturn += gone.lost
        doubled += gone.doubled
        console.error(
          `${runs + 1} lag ${lagMs} ms, back after ${timings.writesBack?.at(-1)} ms, ${gone.lost} of ${load.acknowledged.length - known} gone`,
        )
        // Each lost record must be counted only once.
        load.acknowledged.length = 0
      }
      const ofPhones = await load.countLosses()
      await load.inStep()
      const { saved, counts, broken } = load
      if (lostWithoutReturn === 0 && runs >= AMOUNT.small)
        broken.push('nothing was lost before the devices returned, so this test proves nothing')
      const figures = { saved: saved.length, lostWithoutReturn, ...counts, ...summary(timings) }
      return { runs, lost: ofPhones.lost, doubled: doubled + ofPhones.doubled, broken: [...new Set(broken)], figures }
    } finally {
      await load?.stop()
      await cluster.stop()
    }
  },
}
