/**
 * P8: how many requests per second nginx answers with the cached public status, compared with a static file of equal size. With the app
 * stopped, nginx must first notice that the app doesn't respond.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '@trailwarden/testkit/app/nginx'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { type Measurement, type Metric, measurePairs, type Pair, type Run, rounded } from '../metric.ts'
import { median, medianInterval } from '../statistics.ts'
import { startOurServer } from './servers.ts'

const TARGET = 0.7
const LIMIT = 0.5
const DEAD_TARGET = 0.2
/** With so few pairs, the ratio's confidence interval is wide, so its lower bound gets an extra allowance. */
const TOLERANCE = 0.9
const SOCKETS = 16
/** Without pipelining, the client would be slower than nginx and hide the difference between the two sides. */
const IN_FLIGHT = 32
const ROUND_MS = 1000
const STATUS_PATH = '/api/public/status'

type Load = { requestsPerSecond: number; cpuUsPerRequest: number; not200: number }

export const cachedStatus: Metric = {
  name: 'P8',
  async measure(run) {
    const ours = await startOurServer()
    const directory = mkdtempSync(join(tmpdir(), 'bench-nginx-'))
    const filePort = await freePort()
    const more = `server { listen 127.0.0.1:${filePort}; root ${directory}/files; default_type application/json; }`
    const nginx = await startNginx({ directory, appPorts: [Number(new URL(ours.url).port)], more })
    let isStopped = false
    try {
      const port = Number(new URL(nginx.url).port)
      const status = await fetch(`${nginx.url}${STATUS_PATH}`)
      const body = await status.text()
      mkdirSync(join(directory, 'files'), { recursive: true })
      writeFileSync(join(directory, 'files/status.json'), body)
      const askOurs = () => load(port, STATUS_PATH, nginx.workerPid())
      const askFile = () => load(filePort, '/status.json', nginx.workerPid())
      const alive = await measureInPairs(askOurs, askFile, run)
      isStopped = true
      await ours.stop()
      // nginx's copy is stale after 15 seconds.
      await new Promise((wake) => setTimeout(wake, 16_000))
      const dead = await measureInPairs(askOurs, askFile, run)
      return judge(alive, dead, body.length)
    } finally {
      await nginx.destroy()
      if (!isStopped) await ours.stop()
    }
  },
}

async function measureInPairs(askOurs: () => Promise<Load>, askFile: () => Promise<Load>, run: Run): Promise<Pair<Load>[]> {
  await askOurs()
  await askFile()
  return measurePairs(run, askOurs, askFile)
}

/** The kernel counts CPU time in hundredths of a second. */
function cpuUs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

async function load(port: number, path: string, workerPid: number): Promise<Load> {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const counts = { answered: 0, not200: 0 }
  let isOver = false
  const before = cpuUs(workerPid)
  const started = performance.now()
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(port)))
  const done = sockets.map(
    (socket) =>
      new Promise<void>((ended) => {
        // The incomplete last line of a packet belongs to the next packet.
        let left: Buffer = Buffer.alloc(0)
        socket.on('data', (chunk: Buffer) => {
          const text = Buffer.concat([left, chunk])
          const { all, good, next } = countAnswers(text)
          left = text.subarray(Math.max(next, text.length - LINE.length - GOOD.length + 1))
          counts.answered += good
          counts.not200 += all - good
          if (isOver) return socket.end()
          socket.write(request.repeat(all))
        })
        socket.on('close', () => ended())
        socket.on('error', () => ended())
        socket.write(request.repeat(IN_FLIGHT))
      }),
  )
  await new Promise((wake) => setTimeout(wake, ROUND_MS))
  const seconds = (performance.now() - started) / 1000
  const { answered, not200 } = counts
  const used = cpuUs(workerPid) - before
  isOver = true
  for (const socket of sockets) setTimeout(() => socket.destroy(), 200)
  await Promise.all(done)
  return { requestsPerSecond: answered / seconds, cpuUsPerRequest: used / Math.max(1, answered), not200 }
}

const LINE = Buffer.from('HTTP/1.1 ')
const GOOD = Buffer.from('200')

function countAnswers(text: Buffer): { all: number; good: number; next: number } {
  let [all, good, next] = [0, 0, 0]
  const whole = text.length - LINE.length - GOOD.length
  for (let at = text.indexOf(LINE); at !== -1 && at <= whole; at = text.indexOf(LINE, next)) {
    all++
    next = at + LINE.length + GOOD.length
    if (text.subarray(at + LINE.length, next).equals(GOOD)) good++
  }
  return { all, good, next }
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((opened, failed) => {
    const socket = connect(port, '127.0.0.1', () => opened(socket))
    socket.once('error', failed)
  })
}

const ratiosOf = (pairs: Pair<Load>[]) => pairs.map(({ ours, bare }) => ours.requestsPerSecond / bare.requestsPerSecond)
const not200 = (pairs: Pair<Load>[]) => pairs.reduce((sum, { ours }) => sum + ours.not200, 0)

function judge(alive: Pair<Load>[], dead: Pair<Load>[], bytes: number): Measurement {
  const ratio = median(ratiosOf(alive))
  const { low, high } = medianInterval(ratiosOf(alive))
  const deadRatio = median(ratiosOf(dead))
  const middle = (pairs: Pair<Load>[], of: (pair: Pair<Load>) => number) => Math.round(median(pairs.map(of)))
  const broken = [
    ...(ratio < LIMIT ? [`ratio ${rounded(ratio)} is under ${LIMIT}`] : []),
    ...(not200(alive) + not200(dead) > 0 ? [`${not200(alive)} answers with the app and ${not200(dead)} without it were not 200`] : []),
  ]
  const requestsPerSecond = middle(alive, ({ ours }) => ours.requestsPerSecond)
  const fileRequestsPerSecond = middle(alive, ({ bare }) => bare.requestsPerSecond)
  return {
    ratio,
    target: TARGET,
    limit: LIMIT,
    ok: low >= TARGET * TOLERANCE && deadRatio >= DEAD_TARGET && broken.length === 0,
    broken,
    row: {
      n: alive.length,
      better: 'more',
      interval: [rounded(low), rounded(high)],
      sides: { ours: requestsPerSecond, bare: fileRequestsPerSecond, unit: 'requests/s' },
    },
    parts: { dead: { n: dead.length, value: rounded(deadRatio), unit: '×', better: 'more', target: DEAD_TARGET } },
    figures: {
      interval: [rounded(low), rounded(high)],
      pairs: alive.length,
      bytes,
      requestsPerSecond,
      fileRequestsPerSecond,
      cpuRatio: rounded(median(alive.map(({ ours, bare }) => ours.cpuUsPerRequest / bare.cpuUsPerRequest))),
      deadRatio: rounded(deadRatio),
      deadRequestsPerSecond: middle(dead, ({ ours }) => ours.requestsPerSecond),
    },
  }
}
