import type { NavigateFunction } from 'react-router'
import { APP_MESSAGES } from '#lib/messages/app.ts'
import { updateApp } from '#platform/app-update.ts'
import { takeInstallOffer } from '#platform/install-offer.ts'
import { setPrompt } from '#platform/prompt-memory.ts'
import { toast } from '#ui/toasts.ts'

/** Installed already, and opened from its icon. */
export const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Where the browser offers nothing, it may still be able to: the help says how, browser by browser. */
export async function installApp(navigate: NavigateFunction): Promise<void> {
  if (!navigator.onLine) return toast('info', APP_MESSAGES.installOffline)
  const outcome = await takeInstallOffer()
  if (outcome === 'none') await navigate('/help/install')
}

export async function updateNow(): Promise<void> {
  toast('info', APP_MESSAGES.updating)
  if (!(await updateApp())) toast('error', APP_MESSAGES.notUpdated)
}

export async function goToMaps(navigate: NavigateFunction): Promise<void> {
  setPrompt('download-maps-prompt', false)
  await navigate('/offline')
}
