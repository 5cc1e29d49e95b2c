import { expect, test } from 'vitest'
import { followSubscription, isLiveSubscription } from './subscription-role.ts'

const member = { role: 1, raisedTo: null, overruled: false }
const raised = { role: 2, raisedTo: 2, overruled: false }

test('BI1 a subscription is live from its first payment or trial to its end, also while a payment is tried again', () => {
  for (const status of ['active', 'trialing', 'past_due']) expect([status, isLiveSubscription(status)]).toEqual([status, true])
  for (const status of ['incomplete', 'incomplete_expired', 'unpaid', 'paused', 'canceled', 'of a later version'])
    expect([status, isLiveSubscription(status)]).toEqual([status, false])
})

test('BI2 a live subscription raises a member to the role the site names, and nobody who stands higher', () => {
  expect(followSubscription(member, true, 2)).toEqual(raised)
  expect(followSubscription(member, false, 2)).toEqual(member)
  for (const role of [2, 3, 4]) {
    const given = { role, raisedTo: null, overruled: false }
    expect(followSubscription(given, true, 2)).toEqual(given)
  }
  // The site names another role since.
  expect(followSubscription(raised, true, 3)).toEqual({ role: 3, raisedTo: 3, overruled: false })
})

test('BI3 the end of a subscription takes back the role that it gave, and no other', () => {
  expect(followSubscription(raised, false, 2)).toEqual(member)
  for (const role of [1, 2, 3, 4]) {
    const given = { role, raisedTo: null, overruled: false }
    expect(followSubscription(given, false, 2)).toEqual(given)
  }
})

test('BI4 what a manager decides about the role meanwhile stands until the subscription has ended', () => {
  for (const role of [1, 2, 3]) {
    const decided = { role, raisedTo: null, overruled: true }
    expect(followSubscription(decided, true, 2)).toEqual(decided)
    expect(followSubscription(decided, false, 2)).toEqual({ role, raisedTo: null, overruled: false })
  }
})

test('BI2 BI3 however often it is asked, the answer is the same', () => {
  for (const isLive of [true, false])
    for (const state of [member, raised, { role: 3, raisedTo: null, overruled: true }]) {
      const once = followSubscription(state, isLive, 2)
      expect(followSubscription(once, isLive, 2)).toEqual(once)
    }
})
