import type { FailureReason, Waiting } from '@trailwarden/sync'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useDeviceTrouble, useSyncStatus } from '#data/device-session.ts'
import { countAtHand, useAtHand } from '#data/use-records.ts'
import { iconSyncProblem } from '#parts/record-icons.ts'
import { thisDevice } from '#parts/sync-state.tsx'
import { useConnection } from '#platform/connection.ts'
import { noteUnanswered } from '#platform/signal.ts'
import { useStoragePromise } from '#platform/storage-promise.ts'
import { iconCloudOff, iconRefresh } from '#ui/icons.ts'
import { useLiveRecords } from '../live.ts'
import { CONNECTION_WORDS, StatusBar } from './status-bar.tsx'

const TROUBLE = {
  outdated: 'A newer version is open in another tab. Reload this one.',
  blocked: 'An older version is open in another tab. Close that one.',
}

/** What only the person can fix; the list behind the bar says how. */
const PROBLEMS: Partial<Record<FailureReason, string>> = {
  'signed-out': 'Log in again to send',
  'too-old': 'Update the app to send',
  phone: 'This device may be full',
}

/** Where a draft is being written it is no news. */
const WRITING = /^\/actions\/(add|edit\/)/

/** What a signed-in person's device has still to send; nothing is shown while there is signal and nothing waits. */
export function SyncBar() {
  useLiveRecords()
  const connection = useConnection()
  const isOk = connection === 'ok'
  const { sending, problem } = useSyncStatus()
  useEffect(() => {
    if (problem === 'no-signal' || problem === 'server') noteUnanswered()
  }, [problem])
  const trouble = useDeviceTrouble()
  const atHand = useAtHand()
  const isPromised = useStoragePromise()
  const { pathname } = useLocation()
  const isWriting = WRITING.test(pathname)
  const { waiting, refused } = atHand ? countAtHand(atHand) : { waiting: 0, refused: 0 }
  const replaced = atHand?.notices.length ?? 0
  const drafts = isWriting ? 0 : (atHand?.drafts.length ?? 0)
  // Said only while something would be lost: on this device it is the only copy.
  const mayBeCleared = waiting > 0 && isPromised === false
  // Trail status is for others to rely on: its author must know that they do not have it yet, and where to look.
  const isOfStatus = ({ command }: Waiting) => command.kind === 'trail-update'
  const isStatusWaiting = atHand?.waiting.some(isOfStatus) ?? false
  const ofStatus = [...(atHand?.waiting ?? []), ...(atHand?.attention.map((one) => one.waiting) ?? [])]
  const isStatusAlone = ofStatus.every(isOfStatus) && ofStatus.length === waiting + refused + replaced + drafts
  const parts = [
    trouble && TROUBLE[trouble],
    !isOk && <b key="connection">{CONNECTION_WORDS[connection]}</b>,
    isOk && sending && `Sending ${Math.min(sending.sent + 1, sending.of)} of ${sending.of}`,
    waiting > 0 &&
      !(isOk && sending) &&
      `${waiting} saved on this ${thisDevice()} - will send when ${connection === 'no-server' ? 'it answers' : 'there is signal'}`,
    mayBeCleared && !(isOk && sending) && 'this browser does not promise to keep it: do not clear its data',
    isStatusWaiting && 'Your trail status is not public yet',
    refused > 0 && `${refused} ${refused === 1 ? 'needs' : 'need'} attention`,
    replaced > 0 && `${replaced} changed by someone else too`,
    drafts > 0 && `${drafts} not finished`,
    isOk && problem && PROBLEMS[problem],
    !isOk && waiting + refused + replaced + drafts === 0 && 'showing what is saved on this device',
  ].filter(Boolean)
  if (parts.length === 0) return null
  const icon = isOk && sending ? iconRefresh : isOk && refused > 0 ? iconSyncProblem : iconCloudOff
  const to = isStatusAlone ? '/management/updates' : '/waiting'
  return <StatusBar icon={icon} {...(waiting + refused + replaced + drafts > 0 && to !== pathname && { to })} parts={parts} />
}
