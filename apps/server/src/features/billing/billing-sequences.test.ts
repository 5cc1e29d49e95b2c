import { pause } from '@trailwarden/testkit/wait'
import { expect, test } from 'vitest'
import { aFieldTeam } from '#testing/field-team.ts'

const SEQUENCES = 1000
const PEOPLE = 50
/** What can become of a subscription at the provider. */
const STATUSES = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled']
const LIVE = ['active', 'trialing', 'past_due']

/** Numbers that look random and are the same for the same seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('BILL-03 1,000 webhook sequences (shuffled, repeated, dropped and sent again): the role always equals the subscription’s final state', {
  timeout: 240_000,
}, async () => {
  const { provider, aCustomer, receive, roleOf } = await aFieldTeam()
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => aCustomer()))
  const lag = randomFrom(SEQUENCES)
  // Most answers come soon; some are out of date by the time they do, because later ones have overtaken them.
  provider.lag(() => (lag() < 0.3 ? 150 : 5))
  const wrong: string[] = []
  let events = 0

  async function runSequence({ person, customer }: (typeof people)[number], seed: number) {
    const random = randomFrom(seed)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const some = (most: number) => 1 + Math.floor(random() * most)
    const deliver = async (event: string) => {
      events++
      const { statusCode } = await receive(event)
      if (statusCode !== 204) wrong.push(`sequence ${seed}: an event was answered with ${statusCode}`)
    }
    /** One or two subscriptions, one after the other or side by side, live through several states. */
    const ids = Array.from({ length: some(2) }, () => provider.change(customer, 'incomplete').id)
    const sent: string[] = []
    const dropped: string[] = []
    const underWay: Promise<void>[] = []
    for (let step = some(5); step > 0; step--) {
      const { event } = provider.change(customer, pick(STATUSES), { id: pick(ids) })
      // Some are delivered while the next thing happens, some late, some not at all.
      const fate = random()
      if (fate < 0.4) underWay.push(deliver(event))
      else if (fate < 0.7) sent.push(event)
      else dropped.push(event)
      if (random() < 0.2) await Promise.all(underWay)
      else await pause(random() * 40)
    }
    // What was dropped is sent again; a third of everything comes twice; in any order, several at once.
    const again = [...sent, ...dropped, ...[...sent, ...dropped].filter(() => random() < 0.33)]
    const shuffled = again.map((event) => ({ event, at: random() })).sort((a, b) => a.at - b.at)
    while (shuffled.length > 0) underWay.push(...shuffled.splice(0, some(3)).map(({ event }) => deliver(event)))
    await Promise.all(underWay)

    const expected = provider.statusesOf(customer).some((status) => LIVE.includes(status)) ? 2 : 1
    const role = await roleOf(person.id)
    if (role !== expected) wrong.push(`sequence ${seed}: role ${role}, the subscriptions are ${provider.statusesOf(customer)}`)
    // The next sequence begins with new subscriptions and the role as it was left, so that every kind of beginning occurs.
    for (const id of ids) provider.change(customer, 'canceled', { id })
  }

  // People side by side, the sequences of one person one after the other.
  await Promise.all(
    people.map(async (person, index) => {
      for (let seed = index; seed < SEQUENCES; seed += PEOPLE) await runSequence(person, seed)
    }),
  )
  console.log(`billing: ${SEQUENCES} sequences, ${events} events, ${wrong.length} wrong`)
  expect(wrong).toEqual([])
})
