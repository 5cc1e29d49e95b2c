import { renderHook } from '@testing-library/react'
import type { PublicStatus } from '@trailwarden/domain'
import type { PageData } from '@trailwarden/site'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPageData, usePageData } from '#data/page-data.ts'
import { pollStatus } from './status-polling.ts'

const status = (word: 'Open' | 'Closed', orderNumber: number): PublicStatus => {
  const at = new Date().toISOString()
  return {
    asOf: at,
    postedAt: at,
    orderNumber,
    epoch: 'one',
    networks: [{ id: 'n', name: 'North', status: word, message: '', postedAt: at }],
  }
}

let answer: () => Response
let asked = 0
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  const open = status('Open', 1)
  answer = () => Response.json(open)
  vi.stubGlobal('fetch', async () => {
    asked++
    return answer()
  })
  // This cast is safe because nothing here reads the site.
  setPageData({ site: {} as PageData['site'], status: open })
  stop = () => undefined
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const shown = () => renderHook(() => usePageData().status?.networks[0]?.status).result.current

test('UX-1.6 shows an update on a visitor’s open page within 5 s, even behind a proxy that caches for one second', async () => {
  stop = pollStatus(true)
  for (let round = 0; round < 20; round++) {
    // The worst moment for an update is just after a response from the server.
    const before = asked
    while (asked === before) await vi.advanceTimersByTimeAsync(50)
    const posted = status(round % 2 === 0 ? 'Closed' : 'Open', round + 2)
    const old = answer
    answer = () => Response.json(posted)
    const fresh = answer
    answer = old
    setTimeout(() => (answer = fresh), 1000)
    await vi.advanceTimersByTimeAsync(5000)
    expect(shown()).toBe(posted.networks[0]?.status)
  }
})

test('UX-1.6 polls only while the page is visible and as soon as it’s visible again, and pauses after a failure', async () => {
  stop = pollStatus(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBeGreaterThanOrEqual(18)
  expect(asked).toBeLessThanOrEqual(23)
  const look = (visibilityState: 'hidden' | 'visible') => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  look('hidden')
  let before = asked
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toBe(before)
  look('visible')
  expect(asked).toBe(before + 1)

  answer = () => Response.error()
  await vi.advanceTimersByTimeAsync(4000)
  before = asked
  await vi.advanceTimersByTimeAsync(24_000)
  expect(asked).toBe(before)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(before + 1)
  dispatchEvent(new Event('online'))
  expect(asked).toBe(before + 2)
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toBe(before + 2)
})

test('UX-1.6 waits for a slow response before polling again, and rarely polls for logged-in people, who have sync', async () => {
  let release: (reply: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => {
    asked++
    return new Promise<Response>((answered) => (release = answered))
  })
  stop = pollStatus(true)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(asked).toBe(1)
  release(answer())
  await vi.advanceTimersByTimeAsync(4000)
  expect(asked).toBe(2)
  stop()

  vi.stubGlobal('fetch', async () => {
    asked++
    return answer()
  })
  asked = 0
  stop = pollStatus(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBeLessThanOrEqual(3)
})

test('UX-1.6 writes and renders nothing if the response is unchanged', async () => {
  const { result } = renderHook(() => usePageData())
  const before = result.current
  const written = vi.spyOn(Storage.prototype, 'setItem')
  stop = pollStatus(true)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toBeGreaterThan(8)
  expect(written).not.toHaveBeenCalled()
  expect(result.current).toBe(before)
  written.mockRestore()
})
