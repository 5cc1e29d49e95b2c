/** jsdom lacks these browser features. The tests simulate a browser with a mouse and without signal. */
// Dexie looks for IndexedDB on its first import, and all test files share their imports, so this import must come first.
import 'fake-indexeddb/auto'
import { locks } from 'node:worker_threads'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

const ignore = () => {}

class EventSource {
  static readonly CLOSED = 2
  readonly readyState = 0
  readonly close = ignore
}

Object.defineProperty(navigator, 'locks', { value: locks })
Object.assign(globalThis, {
  EventSource,
  matchMedia: (media: string) => ({ media, matches: false, addListener: ignore, removeListener: ignore }),
})

const { Element } = globalThis as unknown as { Element: { prototype: object } }
Object.assign(Element.prototype, { scrollIntoView: ignore })

configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)
