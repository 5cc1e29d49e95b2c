/**
 * Going back from the tab's first page would leave the app. The Navigation API also counts pages of earlier visits. Browsers without it use
 * the router's history index.
 */
export const hasPageBefore = (): boolean => globalThis.navigation?.canGoBack ?? history.state?.idx > 0
