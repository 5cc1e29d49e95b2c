/**
 * Actions that were resolved over a year ago stay on the server, so that a phone does not carry ten years of them. Here they are fetched;
 * then they are on this device like all others.
 */
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ArchivedActions } from '@trailwarden/api'
import { type FormEvent, useEffect, useState } from 'react'
import { callApi } from '#data/api.ts'
import type { Device } from '#data/device.ts'
import { useDevice } from '#data/device-session.ts'
import { REFUSALS } from '#lib/messages/refusal.ts'
import { RecordMissing } from '#parts/record-missing.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Muted } from '#ui/card.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { colour, DESKTOP } from '#ui/theme.ts'

const Page = styled('div')({ padding: 16 })

/** Null when nobody answered. */
const fetchArchived = (device: Device, query: Record<string, string>) =>
  device.holdAsked(async () => {
    const answer = await callApi('GET', `/api/actions/archived?${new URLSearchParams(query)}`, ArchivedActions)
    return answer.ok ? answer.value : null
  })

/** In the place of an action that is not on this device: it may be one of the archived, and then it appears. */
export function ActionNotHere({ id }: { id: string }) {
  const device = useDevice()
  const hasSignal = useHasSignal()
  const [outcome, setOutcome] = useState<'missing' | 'no-answer' | null>(null)
  useEffect(() => {
    let isOpen = true
    if (device && hasSignal)
      void fetchArchived(device, { id }).then((answer) => {
        // Found, the screen shows it by itself.
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
          This action is not on this device. Actions resolved over a year ago stay on the server: it opens once there is signal, if it is
          one of them.
        </Notice>
      </Page>
    )
  return (
    <Page role="status">
      <Muted as="div">Looking for it on the server …</Muted>
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

/** Below a list that shows what is resolved: the way to older ones. */
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
    <Box role="search" aria-label="Older actions" onSubmit={(event) => void fetchNext(event)}>
      <div>
        <b>Resolved over a year ago</b>
        <Muted>These stay on the server. Fetch them, and they join this list.</Muted>
      </div>
      <TextField label="Number or words" optional value={words} maxLength={100} onChange={({ target }) => setWords(target.value)} />
      <Button type="submit" variant="outlined" disabled={!hasSignal || isBusy}>
        {last?.next ? 'Fetch more' : 'Fetch'}
      </Button>
      <Muted role="status">{isBusy ? 'Fetching …' : hasSignal ? outcomeOf(fetched, words) : 'No signal: they can be fetched later.'}</Muted>
    </Box>
  )
}

function outcomeOf(fetched: Fetched | 'no-answer' | null, words: string): string {
  if (fetched === 'no-answer') return REFUSALS['no-answer']
  if (fetched === null || fetched.words !== words.trim()) return ''
  const { count, next } = fetched
  if (count === 0) return words.trim() ? 'None match these words.' : 'There are none.'
  const some = count === 1 ? '1 action fetched' : `${count} actions fetched`
  return next ? `${some}. There are more.` : `${some}. There are no more.`
}
