/** One toast confirms all queued changes together. Each record shows its own confirmation for a day (`useSentToday`). */
import type { Waiting } from '@trailwarden/sync'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Device } from '#data/device/device.ts'
import { useDevice } from '#data/device/device-session.ts'
import { deviceKind } from '#data/device/kinds.ts'
import { numberOf, wasSent } from '#data/device/receipts.ts'
import { type ToastLink, toast, useToasts } from '#ui/feedback/toasts.ts'

type Receipt = { text: string; link: ToastLink }

/** If the server refused all changes, the status bar shows that and there is no receipt. */
async function receiptFor(device: Device, rows: readonly Waiting[]): Promise<Receipt | null> {
  const sent: Waiting[] = []
  for (const row of rows) if (await wasSent(device, row.command)) sent.push(row)
  const [first] = sent
  if (!first) return null
  const records = new Set(sent.map(({ command }) => command.recordId))
  const { kind, recordId } = first.command
  const isOne = records.size === 1
  const isNew = sent.filter(({ creates }) => creates).length === records.size
  const areActions = sent.every(({ command }) => command.kind === 'action')
  const link = { title: 'See', to: isOne ? deviceKind(kind).path(recordId) : areActions ? '/actions/mine' : '/waiting' }
  if (isOne && kind === 'trail-update') return { text: 'Update posted', link }
  if (!areActions) return { text: 'All sent', link }
  if (!isOne) return { text: isNew ? `${records.size} Actions sent` : `Changes to ${records.size} Actions sent`, link }
  const action = `Action ${await numberOf(device, recordId)}`.trim()
  return { text: isNew ? `${action} sent` : `Changes to ${action} sent`, link }
}

export function useReceipt(waiting: readonly Waiting[] | undefined, isHeldUp: boolean): void {
  const device = useDevice()
  const { pathname } = useLocation()
  // All changes queued since the outbox was last empty, including those that were sent within a moment.
  const sending = useRef({ rows: new Map<string, Waiting>(), isNews: true })
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  useEffect(() => {
    if (!device || !waiting) return
    const { rows } = sending.current
    for (const row of waiting) rows.set(row.command.id, row)
    // Changes that were queued when the app opened have been delayed since it was closed. An update of trail status is public only when
    // sent, so sending one always shows a toast.
    sending.current.isNews ||= waiting.length > 0 && (isHeldUp || waiting.some(({ command }) => command.kind === 'trail-update'))
    if (waiting.length > 0) return
    const { isNews } = sending.current
    sending.current = { rows: new Map(), isNews: false }
    if (!isNews || rows.size === 0) return
    receiptFor(device, [...rows.values()]).then(setReceipt, (error: unknown) => console.warn('no receipt', error))
  }, [device, waiting, isHeldUp])
  // A toast with an undo link stays for its full time, so the confirmation appears after it.
  const canUndo = useToasts().some(({ canUndo }) => canUndo)
  const show = useEffectEvent(({ text, link }: Receipt) => toast('success', text, link.to === pathname ? undefined : link))
  useEffect(() => {
    if (!receipt || canUndo) return
    show(receipt)
    setReceipt(null)
  }, [receipt, canUndo])
}
