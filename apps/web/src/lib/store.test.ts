import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('notifies listeners of each new value until they unsubscribe', () => {
  const store = createStore(0)
  const seen: number[] = []
  const unsubscribe = store.subscribe(() => seen.push(store.get()))
  store.set(1)
  store.set(2)
  unsubscribe()
  store.set(3)
  expect(seen).toEqual([1, 2])
  expect(store.get()).toBe(3)
})
