/**
 * A person's role follows their subscription, whatever becomes of the provider's events on their way.
 *
 * An event is only an occasion to ask: events come twice, late, in any order or not at all, and their times, in whole seconds, do not
 * tell which of two is the later. So each leads to a question for how things stand now, and only the answer counts.
 *
 * Answers may overtake each other too. Therefore a question takes a number before it is asked, and an answer is applied unless that of a
 * higher number was. Whoever took the higher number asked after the event that the lower one belongs to: no state that is older than
 * an event is applied once the event is dealt with. No transaction is open while the provider is asked: when it is slow, nobody
 * else may run out of connections.
 */
import type { RouteDecision, Subscription } from '@trailwarden/api'
import { type Actor, accept, followSubscription, MEMBER, type PersonRecord, refuse } from '@trailwarden/domain'
import type { Billing } from '@trailwarden/site'
import type { Db, Tx } from '#db/database.ts'
import type { PeopleDependencies } from '#features/people/accounts.ts'
import { findPerson } from '#features/people/people-store.ts'
import { setRole } from '#features/people/users.ts'
import type { Provider, ProviderEvent } from './provider.ts'

export type BillingDependencies = { people: Pick<PeopleDependencies, 'db' | 'mail'>; provider: Provider; billing: Billing }

/** Asks how a customer's subscription stands and lets the role follow. Null: there is none, or no such customer of ours. */
async function refresh(deps: BillingDependencies, customerId: string, now: Date, eventId?: string): Promise<Subscription | null> {
  const { people, provider, billing } = deps
  const question = await people.db
    .updateTable('billingCustomers')
    .set((row) => ({ asked: row('asked', '+', 1) }))
    .where('customerId', '=', customerId)
    .returning(['personId', 'asked'])
    .executeTakeFirst()
  if (!question) return null
  const answer = await provider.readSubscription(customerId)
  const subscription = answer === 'unknown' ? null : answer
  await people.db.transaction().execute(async (tx) => {
    const { person, customer } = await lockCustomer(tx, question.personId)
    if (!person || !customer || customer.applied >= question.asked) return
    const next = followSubscription({ ...customer, role: person.role }, subscription !== null, billing.role)
    if (next.role !== person.role) await setRole(people, tx, person, next.role, 'subscription', now)
    const { raisedTo, overruled } = next
    // After the role: the table takes every other change of it for somebody's decision.
    await tx
      .updateTable('billingCustomers')
      .set({ applied: question.asked, raisedTo, overruled })
      .where('personId', '=', person.id)
      .execute()
    // The next checkout makes a new one.
    if (answer === 'unknown') await tx.deleteFrom('billingCustomers').where('personId', '=', person.id).execute()
  })
  if (eventId) await noteEvent(people.db, eventId, now)
  return subscription
}

/** The person first, as whoever changes a role does. */
async function lockCustomer(tx: Tx, personId: string) {
  const person = await tx.selectFrom('people').selectAll().where('id', '=', personId).forUpdate().executeTakeFirst()
  const customer = await tx.selectFrom('billingCustomers').selectAll().where('personId', '=', personId).forUpdate().executeTakeFirst()
  return { person, customer }
}

/** Only once it is dealt with: until then it may come again. */
const noteEvent = (db: Db, id: string, now: Date) =>
  db
    .insertInto('billingEvents')
    .values({ id, receivedAt: now })
    .onConflict((same) => same.doNothing())
    .execute()

/** An event of a customer whom we do not know is none of ours: the provider's account may serve others too. */
export async function receiveEvent(deps: BillingDependencies, { id, customerId }: ProviderEvent, now: Date): Promise<void> {
  if (customerId === null) return
  const known = await deps.people.db.selectFrom('billingEvents').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) await refresh(deps, customerId, now, id)
}

async function customerOf(db: Db, personId: string): Promise<string | null> {
  const row = await db.selectFrom('billingCustomers').select('customerId').where('personId', '=', personId).executeTakeFirst()
  return row?.customerId ?? null
}

/** How the person's subscription stands at this moment. Asking is enough to let the role follow: nobody waits for an event. */
export async function readOwnSubscription(deps: BillingDependencies, actor: Pick<Actor, 'id'>, now: Date) {
  const customerId = await customerOf(deps.people.db, actor.id)
  const subscription = customerId === null ? null : await refresh(deps, customerId, now)
  return { subscription, isCustomer: customerId !== null }
}

async function customerFor({ people: { db }, provider }: BillingDependencies, person: PersonRecord, now: Date): Promise<string> {
  const known = await customerOf(db, person.id)
  if (known !== null) return known
  const customerId = await provider.createCustomer(person)
  const added = await db
    .insertInto('billingCustomers')
    .values({ personId: person.id, customerId, createdAt: now })
    .onConflict((same) => same.column('personId').doNothing())
    .returning('customerId')
    .executeTakeFirst()
  // Another request of theirs was quicker: that customer is the one, and ours has bought nothing.
  return added?.customerId ?? (await customerOf(db, person.id)) ?? customerId
}

/** The provider's page on which a member subscribes. Whoever stands above has nothing to buy, and nobody pays twice. */
export async function openCheckout(
  deps: BillingDependencies,
  actor: Pick<Actor, 'id'>,
  price: string,
  now: Date,
): Promise<RouteDecision<{ url: string }>> {
  if (!deps.billing.plans.some((plan) => plan.price === price)) return refuse('not-valid', 'there is no such plan')
  const { subscription } = await readOwnSubscription(deps, actor, now)
  // Not the role that the request was judged by: without their passkey managers act as members.
  const person = await findPerson(deps.people.db, actor.id)
  if (!person || person.role > MEMBER || subscription) return refuse('not-allowed', 'a plan would change nothing')
  const customerId = await customerFor(deps, person, now)
  return accept({ url: await deps.provider.openCheckout(customerId, person.id, price) })
}

export async function openPortal(deps: BillingDependencies, actor: Pick<Actor, 'id'>): Promise<RouteDecision<{ url: string }>> {
  const customerId = await customerOf(deps.people.db, actor.id)
  if (customerId === null) return refuse('not-found', 'there is nothing to manage')
  return accept({ url: await deps.provider.openPortal(customerId) })
}

/** Events come again for some days, and by hand for 30. */
const EVENT_DAYS = 40

/** What no event may ever tell us: asks about everyone who has a subscription, and ends those of deleted accounts. */
export async function sweepBilling(deps: BillingDependencies, now: Date): Promise<void> {
  const { db } = deps.people
  const leavers = await db.selectFrom('billingLeavers').select('customerId').execute()
  for (const { customerId } of leavers) {
    await deps.provider.endSubscriptions(customerId)
    await db.deleteFrom('billingLeavers').where('customerId', '=', customerId).execute()
  }
  await db
    .deleteFrom('billingEvents')
    .where('receivedAt', '<', new Date(now.getTime() - EVENT_DAYS * 86_400_000))
    .execute()
  const customers = await db.selectFrom('billingCustomers').select('customerId').orderBy('customerId').execute()
  for (const { customerId } of customers) await refresh(deps, customerId, now)
}
