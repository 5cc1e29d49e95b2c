/**
 * The browser's own offer to install the app. It comes once, soon after the start, and only where the browser can install; it is held
 * back here until the person asks for it.
 */
type InstallOffer = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

export const installOffer = { current: null as InstallOffer | null, onChange: () => {} }

function set(offer: InstallOffer | null): void {
  installOffer.current = offer
  installOffer.onChange()
}

/**
 * Called once, at the start. The page's first script has listened before, since the offer comes only once: it holds it back, and stores
 * it for us.
 */
export function awaitInstallOffer(): void {
  // Safe: this is what browsers that fire it send with it.
  const take = () => set((window as { installOffer?: InstallOffer }).installOffer ?? null)
  take()
  addEventListener('beforeinstallprompt', take)
  addEventListener('appinstalled', () => set(null))
}

/** An offer can be taken up once, whatever the person then answers. */
export async function takeInstallOffer(): Promise<'accepted' | 'dismissed' | 'none'> {
  const taken = installOffer.current
  set(null)
  return taken ? (await taken.prompt()).outcome : 'none'
}
