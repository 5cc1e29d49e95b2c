/** The browser fires the event once, soon after the start, so the prompt is stored until the person asks to install the app. */
type InstallOffer = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

export const installOffer = { current: null as InstallOffer | null, onChange: () => {} }

function set(offer: InstallOffer | null): void {
  installOffer.current = offer
  installOffer.onChange()
}

/** The event may have fired before this code runs, so the page's first script listens for it. */
export function awaitInstallOffer(): void {
  // The cast is safe because the page's first script stores the event under this name.
  const take = () => set((window as { installOffer?: InstallOffer }).installOffer ?? null)
  take()
  addEventListener('beforeinstallprompt', take)
  addEventListener('appinstalled', () => set(null))
}

export async function takeInstallOffer(): Promise<'accepted' | 'dismissed' | 'none'> {
  const taken = installOffer.current
  set(null)
  return taken ? (await taken.prompt()).outcome : 'none'
}
