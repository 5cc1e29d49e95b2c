/**
 * Actions resolved over a year ago stay on the server, so that phones don't store ten years of Actions. On request, the device fetches them
 * and treats them like all others.
 */

import { ArchivedActions } from '@trailwarden/api'
import { type FormEvent, useEffect, useState } from 'react'
import { callApi } from '#data/api.ts'
import type { Device } from '#data/device/device.ts'
import { useDevice } from '#data/device/device-session.ts'
import { REFUSALS } from '#lib/messages/refusal.ts'
import { RecordMissing } from '#parts/record/record-missing.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextField } from '#ui/form/field.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP } from '#ui/theme/theme.ts'

const Page = styled('div')({ padding: 16 })

const fetchArchived = (device: Device, query: Record<string, string>) =>
  device.holdAsked(async () => {
    const answer = await callApi('GET', `/api/actions/archived?${new URLSearchParams(query)}`, ArchivedActions)
    return answer.ok ? answer.value : null
  })

/** An Action that isn't on this device may be archived. */
export function ActionNotHere({ id }: { id: string }) {
  const device = useDevice()
  const hasSignal = useHasSignal()
  const [outcome, setOutcome] = useState<'missing' | 'no-answer' | null>(null)
  useEffect(() => {
    let isOpen = true
    if (device && hasSignal)
      void fetchArchived(device, { id }).then((answer) => {
        // If the Action is found, the screen shows it automatically.
        if (isOpen && !answer?.documents.length) setOutcome(answer ? 'missing' : 'no-answer')
      })
    return () => {
      isOpen = false
    }
  }, [device, hasSignal, id])
  if (outcome === 'missing') return <RecordMissing />
  if (outcome === 'no-answer' || !hasSignal)
    return (
      <Page>
        <Notice>
          This Action isn’t on this device. Actions resolved more than a year ago are only available online. Connect to the internet to load
          it.
        </Notice>
      </Page>
    )
  return (
    <Page role="status">
      <Muted as="div">Loading this Action…</Muted>
    </Page>
  )
}

const Box = styled('form')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: '12px 16px',
  margin: 12,
  padding: 16,
  border: `1px dashed ${colour('line')}`,
  borderRadius: 12,
  [DESKTOP]: { margin: '12px 24px' },
  '& > div:first-of-type': { flex: '1 1 260px' },
  '& > div:nth-of-type(2)': { flex: '0 1 260px' },
  '& > [role=status]': { flexBasis: '100%', margin: 0 },
  '& > [role=status]:empty': { display: 'none' },
})

type Fetched = { words: string; count: number; next: string | null }

export function ArchiveBar() {
  const device = useDevice()
  const hasSignal = useHasSignal()
  const [words, setWords] = useState('')
  const [fetched, setFetched] = useState<Fetched | 'no-answer' | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const last = fetched !== 'no-answer' && fetched?.words === words.trim() ? fetched : null
  async function fetchNext(event: FormEvent) {
    event.preventDefault()
    if (!device || isBusy) return
    setIsBusy(true)
    const wanted = words.trim()
    const answer = await fetchArchived(device, { ...(wanted && { words: wanted }), ...(last?.next && { after: last.next }) })
    setIsBusy(false)
    setFetched(answer ? { words: wanted, count: (last?.next ? last.count : 0) + answer.documents.length, next: answer.next } : 'no-answer')
  }
  return (
    <Box role="search" aria-label="Older Actions" onSubmit={(event) => void fetchNext(event)}>
      <div>
        <b>Resolved more than a year ago</b>
        <Muted>These Actions aren’t stored on your device. Load them to see them in this list.</Muted>
      </div>
      <TextField label="Number or text" optional value={words} maxLength={100} onChange={({ target }) => setWords(target.value)} />
      <Button type="submit" variant="outlined" disabled={!hasSignal || isBusy}>
        {last?.next ? 'Load more' : 'Load'}
      </Button>
      <Muted role="status">{isBusy ? 'Loading…' : hasSignal ? outcomeOf(fetched, words) : 'You need signal to load these Actions.'}</Muted>
    </Box>
  )
}

function outcomeOf(fetched: Fetched | 'no-answer' | null, words: string): string {
  if (fetched === 'no-answer') return REFUSALS['no-answer']
  if (fetched === null || fetched.words !== words.trim()) return ''
  const { count, next } = fetched
  if (count === 0) return words.trim() ? 'No results.' : 'No results.'
  const some = count === 1 ? '1 Action loaded' : `${count} Actions loaded`
  return next ? `${some}. There are more.` : `${some}. There are no more.`
}
