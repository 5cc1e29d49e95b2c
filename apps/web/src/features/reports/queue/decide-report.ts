import { type Report, type ReportPatch, reportKind } from '@trailwarden/domain/report/report-kind'
import { reporterKind } from '@trailwarden/domain/report/reporter-kind'
import { UNDO_MS } from '@trailwarden/sync'
import type { Device } from '#data/device/device.ts'
import { storeRecord } from '#parts/form/save-record.ts'
import { toast, toastWithUndo } from '#ui/feedback/toasts.ts'

/** A hidden or closed page can't undo its decisions any more, so the device sends them. */
function sendWhenHidden(device: Device, hideToast: () => void) {
  const onHidden = () => {
    if (document.visibilityState !== 'hidden') return
    stop()
    hideToast()
    void device.sendHeld()
  }
  const stop = () => document.removeEventListener('visibilitychange', onHidden)
  document.addEventListener('visibilitychange', onHidden)
  setTimeout(stop, UNDO_MS)
}

/** The server emails the reporter, so a decision is final once it is sent. Until then it stays on this device and can be undone. */
export async function decideReport(
  device: Device | null,
  { id, createdBy }: Report,
  patch: ReportPatch,
  message: string,
  mutes = false,
): Promise<boolean> {
  const muted = mutes ? await storeRecord(device, reporterKind, createdBy, { muted: true }, { canBeUndone: true }) : null
  // Muting comes first, so that the report isn't declined if muting fails.
  if (muted && !muted.ok) {
    toast('error', 'Couldn’t mute the reporter, so the report wasn’t declined.')
    return false
  }
  const stored = await storeRecord(device, reportKind, id, patch, { canBeUndone: true })
  if (!stored.ok) {
    toast('error', `Couldn’t save your decision: ${stored.why}`)
    return false
  }
  const commands = [muted, stored].flatMap((one) => (one?.isHere ? [one.commandId] : []))
  if (!device || commands.length === 0) {
    toast('success', message)
    return true
  }
  const undo = async () => {
    if (await device.undo(commands)) toast('info', 'Undone. The report is back under To check.')
    else toast('warning', 'It’s too late to undo. Your decision has been sent.')
  }
  sendWhenHidden(
    device,
    toastWithUndo(message, () => void undo(), UNDO_MS),
  )
  return true
}
