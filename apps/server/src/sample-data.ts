import type { PersonRecord } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { addPerson } from '#features/people/people-store.ts'
import { postTrailUpdate, readLatestTrailUpdate } from '#features/trail-status/trail-status-store.ts'
import type { Db, Tx } from './db/database.ts'
import { writePassword } from './features/people/accounts/accounts.ts'
import { hashPassword } from './features/people/accounts/password.ts'

const SAMPLE_AUTHOR = { id: '00000000-0000-4000-8000-000000000000', name: 'Sample data', role: 2 }

const SAMPLES = [
  { status: 'Partially Open', message: 'Closed between two emergency posts after storm damage.' },
  { status: 'Open', message: 'All loops and descents open. Greasy after rain.' },
  { status: 'Closed', message: 'Creek crossing washed out. Do not enter from either end.' },
] as const

export const SAMPLE_PEOPLE = [
  { id: '00000000-0000-4000-8000-000000000001', displayName: 'Sam Member', email: 'member@example.org', role: 1 },
  { id: '00000000-0000-4000-8000-000000000002', displayName: 'Max Manager', email: 'manager@example.org', role: 2 },
  { id: '00000000-0000-4000-8000-000000000004', displayName: 'Alex Admin', email: 'admin@example.org', role: 4 },
]
export const SAMPLE_PASSWORD = 'trailwarden sample'

/** The minimum that tests need. `npm run sample` adds two years of sample use. */
export async function addSampleData(db: Db, site: Site, now: Date): Promise<void> {
  await addSampleStatus(db, site, now)
  if (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) return
  await db.transaction().execute((tx) => addSamplePeople(tx, SAMPLE_PEOPLE, now))
}

type SamplePerson = Pick<PersonRecord, 'id' | 'displayName' | 'email' | 'role'> & { phone?: string }

export async function addSamplePeople(tx: Tx, people: readonly SamplePerson[], now: Date): Promise<void> {
  const hash = await hashPassword(SAMPLE_PASSWORD)
  for (const person of people) {
    const added = await addPerson(tx, { phone: '', ...person, disabled: false, createdAt: now, createdBy: null })
    if (added) await writePassword(tx, added.id, hash, now)
  }
}

async function addSampleStatus(db: Db, site: Site, now: Date): Promise<void> {
  if (await readLatestTrailUpdate(db, [])) return
  const networks = Object.fromEntries(site.networks.map((network, i) => [network.id, SAMPLES[i % SAMPLES.length]]))
  const decision = await postTrailUpdate(db, site, SAMPLE_AUTHOR, { networks }, now)
  if (!decision.ok) throw new Error(`The sample data violates a rule: ${decision.refusal.detail}`)
}
