/**
 * The browser's install prompt. The browser fires an event with the prompt once, soon after the start, and only if it can install the app.
 * The prompt is kept here until the person asks to install the app.
 */
type InstallOffer = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

export const installOffer = { current: null as InstallOffer | null, onChange: () => {} }

function set(offer: InstallOffer | null): void {
  installOffer.current = offer
  installOffer.onChange()
}

/**
 * Called once at the start. The event may already have fired, so the page's first script listens for it, suppresses the browser's own
 * prompt and stores the event.
 */
export function awaitInstallOffer(): void {
  // The cast is safe because the page's first script stores the event under this name.
  const take = () => set((window as { installOffer?: InstallOffer }).installOffer ?? null)
  take()
  addEventListener('beforeinstallprompt', take)
  addEventListener('appinstalled', () => set(null))
}

/** Shows the prompt. The browser allows this only once, whatever the person chooses. */
export async function takeInstallOffer(): Promise<'accepted' | 'dismissed' | 'none'> {
  const taken = installOffer.current
  set(null)
  return taken ? (await taken.prompt()).outcome : 'none'
}
