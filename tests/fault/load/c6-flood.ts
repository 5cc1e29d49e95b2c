import { parentPort, workerData } from 'node:worker_threads'
import { agents, ask, atPace } from './c6-asking.ts'

const { port, host, perSecond, forMs } = workerData as { port: number; host: string; perSecond: number; forMs: number }
const agent = agents()
const counts: Record<number, number> = {}
for (const { status } of await atPace(perSecond, forMs, () => ask(agent, port, host))) counts[status] = (counts[status] ?? 0) + 1
agent.destroy()
parentPort?.postMessage(counts)
