import type { Waiting } from '@trailwarden/sync'
import { usePhoneTrouble, useSyncStatus } from '#data/phone-session.ts'
import { useHasSignal } from '#data/signal.ts'
import { useAtHand } from '#data/use-records.ts'
import { thisDevice } from '#parts/sync-state.tsx'
import { useLiveRecords } from './live.ts'
import { StatusBar } from './status-bar.tsx'

const TROUBLE = {
  outdated: 'A newer version is open in another tab. Reload this one.',
  blocked: 'An older version is open in another tab. Close that one.',
}

/** What a signed-in person's device has still to send; nothing is shown while there is signal and nothing waits. */
export function SyncBar() {
  useLiveRecords()
  const hasSignal = useHasSignal()
  const { sending } = useSyncStatus()
  const trouble = usePhoneTrouble()
  const atHand = useAtHand()
  const waiting = (atHand?.waiting.length ?? 0) + (atHand?.photos.filter(({ state }) => state === 'ready').length ?? 0)
  const refused = atHand?.attention.length ?? 0
  // Trail status is for others to rely on: its author must know that they do not have it yet, and where to look.
  const isOfStatus = ({ command }: Waiting) => command.kind === 'trail-update'
  const isStatusWaiting = atHand?.waiting.some(isOfStatus) ?? false
  const isStatusRefused = atHand?.attention.some((refused) => isOfStatus(refused.waiting)) ?? false
  const parts = [
    trouble && TROUBLE[trouble],
    !hasSignal && <b key="signal">No signal</b>,
    hasSignal && sending && `Sending ${Math.min(sending.sent + 1, sending.of)} of ${sending.of}`,
    waiting > 0 && !(hasSignal && sending) && `${waiting} saved on this ${thisDevice()} - will send when there is signal`,
    isStatusWaiting && 'Your trail status is not public yet',
    refused > 0 && `${refused} ${refused === 1 ? 'needs' : 'need'} attention`,
    !hasSignal && waiting + refused === 0 && 'showing what is saved on this device',
  ].filter((part) => part !== false && part !== null)
  if (parts.length === 0) return null
  const to = isStatusWaiting || isStatusRefused ? '/management/updates' : '/actions/mine'
  return <StatusBar {...(waiting + refused > 0 && { to })} parts={parts} />
}
