import { createRandom } from '@trailwarden/testkit/random'
import { pause } from '@trailwarden/testkit/wait'
import { expect, test } from 'vitest'
import { createFieldTeam } from './testing/field-team.ts'

const SEQUENCES = 1000
const PEOPLE = 50
const STATUSES = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled']
const LIVE = ['active', 'trialing', 'past_due']

test('BILL-03 after 1,000 webhook sequences (shuffled, repeated, dropped or resent), roles match the subscriptions', {
  timeout: 240_000,
}, async () => {
  const { provider, createCustomer, receive, roleOf } = await createFieldTeam()
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => createCustomer()))
  const lag = createRandom(SEQUENCES).next
  // Most responses arrive quickly. Some are slow enough to be overtaken by later ones.
  provider.lag(() => (lag() < 0.3 ? 150 : 5))
  const wrong: string[] = []
  let events = 0

  async function runSequence({ person, customer }: (typeof people)[number], seed: number) {
    const random = createRandom(seed).next
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const some = (most: number) => 1 + Math.floor(random() * most)
    const deliver = async (event: string) => {
      events++
      const { statusCode } = await receive(event)
      if (statusCode !== 204) wrong.push(`sequence ${seed}: an event was answered with ${statusCode}`)
    }
    const ids = Array.from({ length: some(2) }, () => provider.change(customer, 'incomplete').id)
    const sent: string[] = []
    const dropped: string[] = []
    const underWay: Promise<void>[] = []
    for (let step = some(5); step > 0; step--) {
      const { event } = provider.change(customer, pick(STATUSES), { id: pick(ids) })
      // Some events are delivered during the next step, some late, and some are dropped.
      const fate = random()
      if (fate < 0.4) underWay.push(deliver(event))
      else if (fate < 0.7) sent.push(event)
      else dropped.push(event)
      if (random() < 0.2) await Promise.all(underWay)
      else await pause(random() * 40)
    }
    // The provider resends dropped events and repeats a third of all events, in random order, several at the same time.
    const again = [...sent, ...dropped, ...[...sent, ...dropped].filter(() => random() < 0.33)]
    const shuffled = again.map((event) => ({ event, at: random() })).sort((a, b) => a.at - b.at)
    while (shuffled.length > 0) underWay.push(...shuffled.splice(0, some(3)).map(({ event }) => deliver(event)))
    await Promise.all(underWay)

    const expected = provider.statusesOf(customer).some((status) => LIVE.includes(status)) ? 2 : 1
    const role = await roleOf(person.id)
    if (role !== expected) wrong.push(`sequence ${seed}: role ${role}, the subscriptions are ${provider.statusesOf(customer)}`)
    // The next sequence starts with new subscriptions but the current role, so that all combinations occur.
    for (const id of ids) provider.change(customer, 'canceled', { id })
  }

  await Promise.all(
    people.map(async (person, index) => {
      for (let seed = index; seed < SEQUENCES; seed += PEOPLE) await runSequence(person, seed)
    }),
  )
  console.log(`billing: ${SEQUENCES} sequences, ${events} events, ${wrong.length} wrong`)
  expect(wrong).toEqual([])
})
