export const SERVICE_WORKER = '/service-worker.js'

type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown }

/** Registers the service worker. The page's policy lets exactly this one script address through; anything else throws. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      if (url === SERVICE_WORKER) return url
      throw new TypeError(`no script may be loaded from ${url}`)
    },
  })
  const register = () => {
    // Without it the app works all the same, online: there is nothing to tell the person.
    navigator.serviceWorker.register(SERVICE_WORKER).catch((error: unknown) => console.warn('service worker not registered', error))
  }
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}
