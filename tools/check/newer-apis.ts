/**
 * Browsers added these APIs after the oldest supported versions (Safari 16.4, Firefox 128, Chromium 120). The app must run without them, so
 * e2e tests remove them and a test searches the built files for their names.
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

/** Libraries guard these APIs at a distance from the call, where the check can't detect the guard. */
const GUARDED_BY_LIBRARIES: readonly NewerApi[] = [
  // React calls this API inside `try`, and React Router after `typeof`. The app doesn't request transitions.
  'Document.prototype.startViewTransition',
]

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
