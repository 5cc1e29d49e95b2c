/**
 * R19: a cluster of three (deploy/ha as it stands) fails over under load, synchronously: PostgreSQL killed, its machine killed, etcd paused,
 * a planned switchover. What was acknowledged is there once; public pages answer throughout.
 *
 * R20: the same without waiting for standbys, the leader killed with what it wrote last not sent on. Whoever never sends again loses
 * that, which shows that R19 would notice; devices offer it again, and then nothing is lost.
 */

import { type FailoverCluster, startFailoverCluster } from '@trailwarden/testkit/failover-cluster'
import { pause, until } from '@trailwarden/testkit/wait'
import { type Load, startLoad } from './failover-load.ts'
import { type FaultTest, type Result, upTo } from './fault-test.ts'

const AMOUNT = { small: 4, full: 50 }
const ETCD_PAUSE_MS = 15_000
/** Commits may wait for a moment while etcd is away, but nobody fails over. */
const LONGEST_GAP_MS = 10_000
const WRITES_BACK_LIMIT_MS = 60_000

type Times = Record<string, number[]>
const note = (times: Times, name: string, ms: number) => {
  times[name] = [...(times[name] ?? []), ms]
}
const middle = (all: readonly number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

const KINDS = ['postgresKilled', 'nodeKilled', 'etcdPaused', 'switchover'] as const
type Kind = (typeof KINDS)[number]

async function theLeader(cluster: FailoverCluster) {
  await until(async () => (await cluster.leader()) !== null, 60_000)
  const leader = await cluster.leader()
  if (!leader) throw new Error('nobody leads')
  return leader
}

async function failOver(cluster: FailoverCluster, load: Load, kind: Kind, times: Times): Promise<void> {
  await pause(500 + upTo(1500))
  const old = await theLeader(cluster)
  const from = Date.now()
  if (kind === 'etcdPaused') {
    cluster.pauseEtcd()
    await pause(ETCD_PAUSE_MS)
    cluster.resumeEtcd()
    await load.writesAgainAfter(Date.now())
    const gap = load.longestGap(from, Date.now())
    note(times, kind, gap)
    if (gap > LONGEST_GAP_MS) load.broken.push(`with etcd away nothing was acknowledged for ${gap} ms`)
    return
  }
  if (kind === 'postgresKilled') cluster.killPostgres(old)
  else if (kind === 'nodeKilled') cluster.killNode(old)
  else await cluster.switchover(old)
  // A switchover is answered once it is done, and until it begins the old leader answers: what counts is the pause between.
  const backMs = await load.writesAgainAfter(kind === 'switchover' ? Date.now() : from)
  const pauseMs = kind === 'switchover' ? load.longestGap(from, Date.now()) : backMs
  note(times, kind, pauseMs)
  if (pauseMs > WRITES_BACK_LIMIT_MS) load.broken.push(`${kind}: no writes for ${pauseMs} ms`)
  if ((await theLeader(cluster)).name === old.name) load.broken.push(`${kind}: ${old.name} still leads`)
  if (kind === 'nodeKilled') cluster.startNode(old)
  await load.receivesAgain(Date.now())
}

const summary = (times: Times) =>
  Object.fromEntries(
    Object.entries(times).flatMap(([name, all]) => [
      [`${name}Ms`, middle(all)],
      [`${name}MostMs`, Math.max(...all)],
    ]),
  )

export const failover: FaultTest = {
  name: 'R19',
  async run(size, stop, wanted = AMOUNT[size]): Promise<Result> {
    const cluster = await startFailoverCluster()
    let load: Load | null = null
    try {
      load = await startLoad(cluster)
      const times: Times = {}
      let runs = 0
      for (; runs < wanted && !stop.aborted; runs++) {
        const kind = KINDS[runs % KINDS.length] ?? KINDS[0]
        const from = load.acknowledged.length
        await failOver(cluster, load, kind, times)
        if (!(await cluster.whole())) load.broken.push(`${kind}: not whole again after three minutes`)
        console.error(
          `${runs + 1} ${kind} ${times[kind]?.at(-1)} ms, ${load.acknowledged.length - from} acknowledged, ${load.broken.length} broken`,
        )
      }
      load.hold(true)
      await pause(1000)
      const { lost, doubled } = await load.judge()
      const ofPhones = await load.settle()
      await load.inStep()
      const { acknowledged, saved, counts, broken } = load
      const figures = { acknowledged: acknowledged.length, saved: saved.length, ...counts, ...summary(times) }
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
  async run(size, stop, wanted = AMOUNT[size]): Promise<Result> {
    const cluster = await startFailoverCluster()
    let load: Load | null = null
    try {
      await cluster.configure({ synchronous_mode: false, synchronous_mode_strict: false })
      load = await startLoad(cluster)
      const times: Times = {}
      let [runs, lostWithoutReturn, doubled] = [0, 0, 0]
      for (; runs < wanted && !stop.aborted; runs++) {
        await until(
          async () => (await load?.env.count(`select count(*) as n from pg_stat_replication where sync_state = 'async'`)) === 2,
          60_000,
        )
        const old = await theLeader(cluster)
        const known = load.acknowledged.length
        cluster.holdBack(old)
        const lagMs = LAG.least + upTo(LAG.most - LAG.least)
        await pause(lagMs)
        const from = Date.now()
        // Killed, all of it: what is not sent yet never will be.
        cluster.killNode(old)
        note(times, 'writesBack', await load.writesAgainAfter(from))
        cluster.startNode(old)
        if (!(await cluster.whole(false))) load.broken.push('not whole again after three minutes')
        const gone = await load.judge()
        lostWithoutReturn += gone.lost
        doubled += gone.doubled
        console.error(
          `${runs + 1} lag ${lagMs} ms, back after ${times.writesBack?.at(-1)} ms, ${gone.lost} of ${load.acknowledged.length - known} gone`,
        )
        // What is gone is gone: it is counted once.
        load.acknowledged.length = 0
      }
      const ofPhones = await load.settle()
      await load.inStep()
      const { saved, counts, broken } = load
      if (lostWithoutReturn === 0) broken.push('nothing was lost on the way: this test shows nothing')
      const figures = { saved: saved.length, lostWithoutReturn, ...counts, ...summary(times) }
      return { runs, lost: ofPhones.lost, doubled: doubled + ofPhones.doubled, broken: [...new Set(broken)], figures }
    } finally {
      await load?.stop()
      await cluster.stop()
    }
  },
}
