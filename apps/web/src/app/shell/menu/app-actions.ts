import type { NavigateFunction } from 'react-router'
import { APP_MESSAGES } from '#lib/messages/app.ts'
import { updateApp } from '#platform/app-update.ts'
import { takeInstallOffer } from '#platform/install-offer.ts'
import { setPrompt } from '#platform/prompt-memory.ts'
import { toast } from '#ui/feedback/toasts.ts'

export const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Browsers without an install prompt get the help page, which explains how to install the app in each browser. */
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
