import type { FailureReason, Waiting } from '@trailwarden/sync'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useDeviceTrouble, useSyncStatus } from '#data/device/device-session.ts'
import { useOpenDrafts } from '#data/drafts/open-drafts.ts'
import { type AtHand, countAtHand, useAtHand } from '#data/use-records.ts'
import { iconCloudDone, iconSyncProblem } from '#parts/record/record-icons.ts'
import { useConnection } from '#platform/connection.ts'
import { noteUnanswered } from '#platform/signal.ts'
import { useStoragePromise } from '#platform/storage-promise.ts'
import { iconRefresh } from '#ui/icons/icons.ts'
import { iconCloudOff } from '#ui/icons/screen-icons.ts'
import { useLiveRecords } from '../../live.ts'
import { useReceipt } from './receipt.ts'
import { CONNECTION_WORDS, STILL_WORKS, StatusBar } from './status-bar.tsx'
import { refusedText, waitingText } from './sync-words.ts'

const TROUBLE = {
  outdated: 'A newer version of the app is open in another tab. Reload this tab',
  blocked: 'An older version of the app is open in another tab. Close that tab',
}

/** The page that the bar links to explains how to fix each problem. */
const PROBLEMS: Partial<Record<FailureReason, string>> = {
  'signed-out': 'Log in again to send everything',
  'too-old': 'Update the app to send everything',
  phone: 'This device may be full',
}

const NOTHING: AtHand = { waiting: [], attention: [], notices: [], photos: [], drafts: [] }

/** With signal, changes are sent within a moment, and a bar would only make the page jump. */
const MOMENT_MS = 1500
const ALL_SENT_MS = 5000

function useLasting(isSo: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return setHasLasted(false)
    const timer = setTimeout(() => setHasLasted(true), ms)
    return () => clearTimeout(timer)
  }, [isSo, ms])
  return isSo && hasLasted
}

function useLately(isSo: boolean, ms: number): boolean {
  const [wasSo, setWasSo] = useState(false)
  useEffect(() => {
    if (isSo) return setWasSo(true)
    const timer = setTimeout(() => setWasSo(false), ms)
    return () => clearTimeout(timer)
  }, [isSo, ms])
  return !isSo && wasSo
}

// Other people rely on trail status, so the author of an update must see that it isn't public yet.
const isOfStatus = ({ command }: Waiting) => command.kind === 'trail-update'

export function SyncBar() {
  useLiveRecords()
  const connection = useConnection()
  const isOk = connection === 'ok'
  const { sending, problem } = useSyncStatus()
  useEffect(() => {
    if (problem === 'no-signal' || problem === 'server') noteUnanswered()
  }, [problem])
  const trouble = useDeviceTrouble()
  const read = useAtHand()
  const atHand = read ?? NOTHING
  const isPromised = useStoragePromise()
  const openDrafts = useOpenDrafts()
  const { pathname } = useLocation()
  const { waiting, refused } = countAtHand(atHand)
  const replaced = atHand.notices.length
  const drafts = atHand.drafts.filter((key) => !openDrafts.includes(key)).length
  const hasLasted = useLasting(waiting > 0, MOMENT_MS)
  const isHeldUp = waiting > 0 && (!isOk || problem !== null || hasLasted)
  const isAllSent = useLately(isHeldUp, ALL_SENT_MS) && waiting + refused === 0 && isOk
  useReceipt(read?.waiting, isHeldUp)
  const isSending = isOk && sending !== null
  const ofStatus = [...atHand.waiting, ...atHand.attention.map((one) => one.waiting)]
  const isStatusAlone = ofStatus.every(isOfStatus) && ofStatus.length === waiting + refused + replaced + drafts
  const parts = [
    trouble && TROUBLE[trouble],
    !isOk && CONNECTION_WORDS[connection],
    isHeldUp && (isSending ? `Sending ${Math.min(sending.sent + 1, sending.of)} of ${sending.of}` : waitingText(atHand)),
    // The warning appears only if the device has the only copy of the data.
    isHeldUp && !isSending && isPromised === false && 'Don’t clear your browser data until everything is sent',
    isHeldUp && atHand.waiting.some(isOfStatus) && 'Your update isn’t public yet',
    refused > 0 && refusedText(atHand),
    replaced > 0 && `${replaced} also changed by someone else`,
    drafts > 0 && `${drafts} unfinished ${drafts === 1 ? 'draft' : 'drafts'}`,
    isOk && problem && PROBLEMS[problem],
    isAllSent && 'All sent',
    !isOk && waiting + refused + replaced + drafts === 0 && STILL_WORKS,
  ].filter((part) => typeof part === 'string')
  const icon = isAllSent ? iconCloudDone : isSending ? iconRefresh : isOk && refused > 0 ? iconSyncProblem : iconCloudOff
  const to = isStatusAlone ? '/management/updates' : '/waiting'
  const hasMore = (isHeldUp ? waiting : 0) + refused + replaced + drafts > 0
  return <StatusBar icon={icon} {...(hasMore && to !== pathname && { to })} parts={parts} />
}
