/**
 * Events can arrive twice, late, in any order or not at all, and their timestamps have a resolution of one second. Therefore, each event
 * makes the server read the current subscription, and only that response counts. Each query gets a number before it is sent, and the server
 * ignores a response if one with a higher number has already been applied. No transaction is open during a query, so a slow provider can't
 * exhaust the database connections.
 */
import type { RouteDecision, Subscription } from '@trailwarden/api'
import { type Actor, accept, followSubscription, MEMBER, type PersonRecord, refuse } from '@trailwarden/domain'
import type { Billing } from '@trailwarden/site'
import type { Db, Tx } from '#db/database.ts'
import type { PeopleDependencies } from '#features/people/accounts/accounts.ts'
import { findPerson } from '#features/people/people-store.ts'
import { setRole } from '#features/people/users/users.ts'
import type { Provider, ProviderEvent } from './provider.ts'

export type BillingDependencies = { people: Pick<PeopleDependencies, 'db' | 'mail'>; provider: Provider; billing: Billing }

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
    // Must follow the role change, because the table treats any other role change as a person's decision.
    await tx
      .updateTable('billingCustomers')
      .set({ applied: question.asked, raisedTo, overruled })
      .where('personId', '=', person.id)
      .execute()
    // The next checkout then creates a new customer.
    if (answer === 'unknown') await tx.deleteFrom('billingCustomers').where('personId', '=', person.id).execute()
  })
  if (eventId) await noteEvent(people.db, eventId, now)
  return subscription
}

/** The person before the customer, in the order of other role changes, to avoid deadlocks. */
async function lockCustomer(tx: Tx, personId: string) {
  const person = await tx.selectFrom('people').selectAll().where('id', '=', personId).forUpdate().executeTakeFirst()
  const customer = await tx.selectFrom('billingCustomers').selectAll().where('personId', '=', personId).forUpdate().executeTakeFirst()
  return { person, customer }
}

/** Until the event is processed, the provider may deliver it again. */
const noteEvent = (db: Db, id: string, now: Date) =>
  db
    .insertInto('billingEvents')
    .values({ id, receivedAt: now })
    .onConflict((same) => same.doNothing())
    .execute()

/** Other applications may use the provider account, so events of unknown customers are ignored. */
export async function receiveEvent(deps: BillingDependencies, { id, customerId }: ProviderEvent, now: Date): Promise<void> {
  if (customerId === null) return
  const known = await deps.people.db.selectFrom('billingEvents').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) await refresh(deps, customerId, now, id)
}

async function customerOf(db: Db, personId: string): Promise<string | null> {
  const row = await db.selectFrom('billingCustomers').select('customerId').where('personId', '=', personId).executeTakeFirst()
  return row?.customerId ?? null
}

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
  // If another request from this person was faster, its customer is used. No purchase has been made with ours.
  return added?.customerId ?? (await customerOf(db, person.id)) ?? customerId
}

export async function openCheckout(
  deps: BillingDependencies,
  actor: Pick<Actor, 'id'>,
  price: string,
  now: Date,
): Promise<RouteDecision<{ url: string }>> {
  if (!deps.billing.plans.some((plan) => plan.price === price)) return refuse('not-valid', 'This plan doesn’t exist.')
  const { subscription } = await readOwnSubscription(deps, actor, now)
  // The stored role, because without a passkey, a manager's session has the role of a member.
  const person = await findPerson(deps.people.db, actor.id)
  if (!person || person.role > MEMBER || subscription) return refuse('not-allowed', 'You don’t need a plan.')
  const customerId = await customerFor(deps, person, now)
  return accept({ url: await deps.provider.openCheckout(customerId, person.id, price) })
}

export async function openPortal(deps: BillingDependencies, actor: Pick<Actor, 'id'>): Promise<RouteDecision<{ url: string }>> {
  const customerId = await customerOf(deps.people.db, actor.id)
  if (customerId === null) return refuse('not-found', 'You have no subscription to manage.')
  return accept({ url: await deps.provider.openPortal(customerId) })
}

/** The provider resends events automatically for some days and manually for up to 30. */
const EVENT_DAYS = 40

/** For lost events: updates everyone who has a subscription, and ends the subscriptions of deleted accounts. */
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
