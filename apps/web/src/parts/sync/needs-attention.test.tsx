import { act, screen, waitFor } from '@testing-library/react'
import type { Attention } from '@trailwarden/sync'
import { afterEach, expect, test } from 'vitest'
import { followPerson, whenDeviceOpens } from '#data/device/device-session.ts'
import { ToastList } from '#ui/feedback/toast-list.tsx'
import { show } from '../../testing/show.tsx'
import { NeedsAttention } from './needs-attention.tsx'

afterEach(() => act(() => followPerson(null)))

async function showRefused(code: string) {
  void followPerson({ id: crypto.randomUUID(), displayName: 'Ann' })
  const device = await whenDeviceOpens()
  const page = { epoch: 'e1', role: 1, reset: true, cursor: 'c1', documents: [], removed: [], more: false }
  await device.store.absorb({ ...page, personId: device.person.id }, { cursor: null, acks: 0, calmMs: 0 })
  const saved = await device.record('action', crypto.randomUUID(), { description: 'Tree down', area: 'Riverside' })
  if (!saved.saved) throw new Error('there is no room')
  const answer = { commandId: saved.commandId, version: null, replaced: [], refusal: { code, detail: 'A reason from the server.' } }
  await device.store.storeAnswers([{ ...answer, outcome: 'forbidden' }], 'e1', undefined)
  const [refused] = await device.db.attention.toArray()
  const shown = show(
    <>
      <NeedsAttention refused={refused as Attention} />
      <ToastList />
    </>,
  )
  const stored = async () => ({ attention: await device.db.attention.count(), waiting: await device.db.outbox.count() })
  return { ...shown, device, stored }
}

const button = (name: string) => screen.getByRole('button', { name })

test('shows a refused change in full, with the app’s own reason if there is one', async () => {
  await showRefused('not-allowed')
  screen.getByRole('region', { name: 'Needs you' })
  screen.getByRole('heading', { name: 'Needs you: Your role doesn’t let you do this.' })
  screen.getByText(/Description: Tree down/)
})

test('shows the server’s text for a reason that this version doesn’t know', async () => {
  await showRefused('code-of-tomorrow')
  screen.getByRole('heading', { name: 'Needs you: A reason from the server.' })
})

test('queues the change again with Retry', async () => {
  const { user, stored } = await showRefused('not-allowed')
  await user.click(button('Retry'))
  await waitFor(async () => expect(await stored()).toEqual({ attention: 0, waiting: 1 }))
})

test('copies the whole text to the clipboard with Copy, and confirms it', async () => {
  const { user } = await showRefused('not-allowed')
  await user.click(button('Copy'))
  await screen.findByText('Copied')
  expect(await navigator.clipboard.readText()).toBe('Description: Tree down\nArea: Riverside')
})

test('creates another Action with Save as new, and opens it', async () => {
  const { user, router, device, stored } = await showRefused('gone')
  await user.click(button('Save as new'))
  await screen.findByRole('heading', { name: 'Another page' })
  expect(await stored()).toEqual({ attention: 0, waiting: 1 })
  const [waiting] = await device.db.outbox.toArray()
  expect(router.state.location.pathname).toBe(`/actions/view/${waiting?.command.recordId}`)
  expect(waiting?.command.patch).toMatchObject({ description: 'Tree down', area: 'Riverside' })
})

test('asks before Discard, and deletes the change only after confirmation', async () => {
  const { user, stored } = await showRefused('not-allowed')
  await user.click(button('Discard'))
  await screen.findByRole('dialog')
  await user.click(button('Keep'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await stored()).toEqual({ attention: 1, waiting: 0 })
  await user.click(button('Discard'))
  await screen.findByRole('dialog')
  await user.click(button('Discard'))
  await waitFor(async () => expect(await stored()).toEqual({ attention: 0, waiting: 0 }))
})
