export const SERVICE_WORKER = '/service-worker.js'

type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown }

/** If the map can't be drawn, the app still becomes available offline. */
const LONGEST_MS = 20_000

/** The map's tiles load after the page. The worker's downloads would delay them. */
export const whenMapIsDrawn = (): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('mapdrawn', () => resolve(), { once: true })
    setTimeout(resolve, LONGEST_MS)
  })

/** `complete` resolves when the page has downloaded what it shows. */
export function startServiceWorker(complete: Promise<void> = Promise.resolve()): void {
  if (!('serviceWorker' in navigator)) return
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      if (url === SERVICE_WORKER) return url
      throw new TypeError(`no script may be loaded from ${url}`)
    },
  })
  const register = () => {
    // The app works online without a service worker, so there is nothing to show.
    navigator.serviceWorker.register(SERVICE_WORKER).catch((error: unknown) => console.warn('service worker not registered', error))
    // A page that opens just as the first worker activates is too late for its claim, and wouldn't work offline until the next page.
    void navigator.serviceWorker.ready.then(({ active }) => {
      if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' })
    })
  }
  void complete.then(() => {
    if (document.readyState === 'complete') register()
    else addEventListener('load', register)
  })
}
