/**
 * Returns whether this tab has an earlier page of the app. Going back from the first page would leave the app. The browser's Navigation API
 * also counts pages of earlier visits. In browsers without it, the router's history index is used.
 */
export const hasPageBefore = (): boolean => globalThis.navigation?.canGoBack ?? history.state?.idx > 0
