import { expect, test } from 'vitest'
import { followSubscription, isLiveSubscription } from './subscription-role.ts'

const member = { role: 1, raisedTo: null, overruled: false }
const raised = { role: 2, raisedTo: 2, overruled: false }

test('BI1 treats a subscription as active from its first payment or trial until its end, including payment retries', () => {
  for (const status of ['active', 'trialing', 'past_due']) expect([status, isLiveSubscription(status)]).toEqual([status, true])
  for (const status of ['incomplete', 'incomplete_expired', 'unpaid', 'paused', 'canceled', 'of a later version'])
    expect([status, isLiveSubscription(status)]).toEqual([status, false])
})

test('BI2 raises members to the role that the site chose, and leaves higher roles unchanged', () => {
  expect(followSubscription(member, true, 2)).toEqual(raised)
  expect(followSubscription(member, false, 2)).toEqual(member)
  for (const role of [2, 3, 4]) {
    const given = { role, raisedTo: null, overruled: false }
    expect(followSubscription(given, true, 2)).toEqual(given)
  }
  // The site has since chosen a different role for subscribers.
  expect(followSubscription(raised, true, 3)).toEqual({ role: 3, raisedTo: 3, overruled: false })
})

test('BI3 removes only the role given by the subscription when the subscription ends', () => {
  expect(followSubscription(raised, false, 2)).toEqual(member)
  for (const role of [1, 2, 3, 4]) {
    const given = { role, raisedTo: null, overruled: false }
    expect(followSubscription(given, false, 2)).toEqual(given)
  }
})

test('BI4 keeps a role that a manager chose until the subscription ends', () => {
  for (const role of [1, 2, 3]) {
    const decided = { role, raisedTo: null, overruled: true }
    expect(followSubscription(decided, true, 2)).toEqual(decided)
    expect(followSubscription(decided, false, 2)).toEqual({ role, raisedTo: null, overruled: false })
  }
})

test('BI2 BI3 returns the same result however often it is called', () => {
  for (const isLive of [true, false])
    for (const state of [member, raised, { role: 3, raisedTo: null, overruled: true }]) {
      const once = followSubscription(state, isLive, 2)
      expect(followSubscription(once, isLive, 2)).toEqual(once)
    }
})
