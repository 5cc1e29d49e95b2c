import { act, cleanup, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useLayer } from './layer.ts'

afterEach(cleanup)

let show: (layer: string | null) => void

function Layer({ close }: { close: () => void }) {
  useLayer(true, close)
  return null
}

function Page() {
  const [layer, setLayer] = useState<string | null>(null)
  show = setLayer
  return (
    <>
      {layer && <Layer key={layer} close={() => setLayer(null)} />}
      <p>{layer ?? 'none'}</p>
    </>
  )
}

test('NAV-B1 keeps a newly opened layer open while another layer’s history entry is being removed, and Back closes it', async () => {
  const { container } = render(<Page />)
  const shown = () => container.textContent
  const isAt = (layer: number) => vi.waitFor(() => expect(history.state?.layer ?? 0).toBe(layer))
  act(() => show('first'))
  await isAt(1)
  const popped = new Promise((done) => addEventListener('popstate', done, { once: true, capture: true }))
  act(() => show(null))
  // At this point the browser has started to go back but hasn't finished.
  await new Promise((wake) => setTimeout(wake))
  act(() => show('second'))
  await Promise.race([popped, new Promise((wake) => setTimeout(wake, 500))])
  await isAt(1)
  expect(shown()).toBe('second')
  await act(async () => {
    History.prototype.back.call(history)
    await isAt(0)
  })
  expect(shown()).toBe('none')
})
