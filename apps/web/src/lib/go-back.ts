/**
 * Whether there is a page of ours to go back to in this tab; back from the first would leave the app. The browser knows those of earlier
 * visits too; where it does not say, the router counts its own.
 */
export const hasPageBefore = (): boolean => globalThis.navigation?.canGoBack ?? history.state?.idx > 0
