/** What browsers have and jsdom lacks, for component tests: a browser with a mouse, and without signal. */
// Before any file: Dexie looks for IndexedDB when it is first imported, and all files share their imports.
import 'fake-indexeddb/auto'
import { locks } from 'node:worker_threads'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

const ignore = () => {}

/** Never connects. */
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

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)
