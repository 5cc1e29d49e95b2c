/** The receipt for what had to wait: one toast, once all of it is sent. Its records show it for a day (`useSentToday`). */
import type { Waiting } from '@trailwarden/sync'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Device } from '#data/device.ts'
import { useDevice } from '#data/device-session.ts'
import { deviceKind } from '#data/kinds.ts'
import { numberOf, wasSent } from '#data/receipts.ts'
import { type ToastLink, toast } from '#ui/toasts.ts'

type Receipt = { text: string; link: ToastLink }

/** Null when none of it was sent: it was refused, and the bar says so. */
async function receiptFor(device: Device, rows: readonly Waiting[]): Promise<Receipt | null> {
  const sent: Waiting[] = []
  for (const row of rows) if (await wasSent(device, row.command)) sent.push(row)
  const [first] = sent
  if (!first) return null
  const records = new Set(sent.map(({ command }) => command.recordId))
  const { kind, recordId } = first.command
  const isOne = records.size === 1
  const isNew = sent.filter(({ creates }) => creates).length === records.size
  const areReports = sent.every(({ command }) => command.kind === 'action')
  const link = { title: 'See', to: isOne ? deviceKind(kind).path(recordId) : areReports ? '/actions/mine' : '/waiting' }
  if (isOne && kind === 'trail-update') return { text: 'Update posted', link }
  if (!areReports) return { text: 'All sent', link }
  if (!isOne) return { text: `${records.size} reports${isNew ? '' : ' with changes'} sent`, link }
  const report = `eport ${await numberOf(device, recordId)}`.trim()
  return { text: isNew ? `R${report} sent` : `Changes to r${report} sent`, link }
}

/** `isHeldUp`: what waits now does so for longer than a moment. Undefined until it is known what waits. */
export function useReceipt(waiting: readonly Waiting[] | undefined, isHeldUp: boolean): void {
  const device = useDevice()
  const { pathname } = useLocation()
  const heldUp = useRef(new Map<string, Waiting>())
  const isFirst = useRef(true)
  const show = useEffectEvent(({ text, link }: Receipt) => toast('success', text, link.to === pathname ? undefined : link))
  useEffect(() => {
    if (!device || !waiting) return
    // What was there when the app was opened has waited since it was last closed. An update is public only now, however short it took.
    const isNews = (row: Waiting) => isHeldUp || isFirst.current || row.command.kind === 'trail-update'
    for (const row of waiting) if (isNews(row)) heldUp.current.set(row.command.id, row)
    isFirst.current = false
    if (waiting.length > 0 || heldUp.current.size === 0) return
    const rows = [...heldUp.current.values()]
    heldUp.current.clear()
    receiptFor(device, rows).then(
      (receipt) => receipt && show(receipt),
      (error: unknown) => console.warn('no receipt', error),
    )
  }, [device, waiting, isHeldUp])
}
