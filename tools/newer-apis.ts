/**
 * What engines learnt after the oldest ones that the app supports (Safari 16.4, Firefox 128, Chromium 120): a good part, not all. The app must
 * run without any of it: e2e tests take it away, and a test looks for its names in the built files.
 */
export const NEWER_APIS = [
  'Map.groupBy',
  'Object.groupBy',
  'AbortSignal.any',
  'URL.canParse',
  'URL.parse',
  'Promise.withResolvers',
  'Promise.try',
  'Array.fromAsync',
  'RegExp.escape',
  'Error.isError',
  'Uint8Array.fromBase64',
  'Uint8Array.prototype.toBase64',
  'Map.prototype.getOrInsert',
  'Set.prototype.union',
  'Set.prototype.intersection',
  'Set.prototype.difference',
  'Set.prototype.isSubsetOf',
  'StorageManager.prototype.estimate',
  'HTMLElement.prototype.showPopover',
  'Document.prototype.startViewTransition',
  'Document.prototype.caretPositionFromPoint',
  'Element.prototype.checkVisibility',
  'Element.prototype.moveBefore',
  'Intl.DurationFormat',
  'Iterator',
  'URLPattern',
  'CloseWatcher',
  'requestIdleCallback',
] as const

export type NewerApi = (typeof NEWER_APIS)[number]

/** Asked for by a library at another place than where it is called, so that a look at the call alone cannot tell. */
const GUARDED_BY_LIBRARIES: readonly NewerApi[] = [
  // React calls it inside `try`, React Router after `typeof`; the app asks for no transition.
  'Document.prototype.startViewTransition',
]

/** The calls of newer APIs in a script that nothing guards: neither `?.(` nor a test of the same name just before. */
export function unguardedCalls(script: string): NewerApi[] {
  return NEWER_APIS.filter((api) => {
    if (GUARDED_BY_LIBRARIES.includes(api)) return false
    const name = api.split('.').at(-1) ?? api
    const isOfPrototype = api.includes('.prototype.')
    const called = isOfPrototype ? `\\.${name}\\(` : `(?<![\\w$.])(?:new )?${api.replaceAll('.', '\\.')}[(.]`
    const guard = new RegExp(`typeof [\\w$.]*\\b${name}\\b|\\b${name}(?:&&|\\?[^.?])|[\`'"]${name}[\`'"] ?in `)
    return Array.from(script.matchAll(new RegExp(called, 'g'))).some(
      ({ index, 0: call }) => !guard.test(script.slice(Math.max(0, index - 120), index + call.length - 1)),
    )
  })
}
