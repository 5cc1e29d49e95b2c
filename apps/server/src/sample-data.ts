import type { Site } from '@trailwarden/site'
import type { Db } from './db/database.ts'
import { postTrailUpdate, readLatestTrailUpdate } from './features/trail-status/trail-status.ts'

const SAMPLE_AUTHOR = { id: '00000000-0000-4000-8000-000000000000', name: 'Sample data', role: 2 }

const SAMPLES = [
  { status: 'Partially Open', message: 'Closed between two marker posts after storm damage.' },
  { status: 'Open', message: 'All loops and descents open. Greasy after rain.' },
  { status: 'Closed', message: 'Creek crossing washed out. Do not enter from either end.' },
] as const

/** Fills an empty database, so that a first look at the app shows something. Goes through the rules like any other post. */
export async function addSampleData(db: Db, site: Site, now: Date): Promise<void> {
  if (await readLatestTrailUpdate(db)) return
  const networks = Object.fromEntries(site.networks.map((network, i) => [network.id, SAMPLES[i % SAMPLES.length]]))
  const decision = await postTrailUpdate(db, site, SAMPLE_AUTHOR, { networks }, now)
  if (!decision.ok) throw new Error(`The sample data breaks a rule: ${decision.refusal.detail}`)
}
