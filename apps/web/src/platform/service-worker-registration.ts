export const SERVICE_WORKER = '/service-worker.js'

type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown }

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
    // The app works online without a service worker, so there is nothing to show.
    navigator.serviceWorker.register(SERVICE_WORKER).catch((error: unknown) => console.warn('service worker not registered', error))
  }
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}
