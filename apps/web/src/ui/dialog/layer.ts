/**
 * Each open layer has one entry in the browser's history, so Back closes the topmost layer and stays on the page. The router never sees
 * these entries (docs/decisions/0072-close-the-topmost-layer-with-back.md).
 */
import { useEffect, useEffectEvent } from 'react'

/** The router sets `idx`, and this file sets `layer`, the number of layers open at that entry. */
type EntryState = { idx?: number; layer?: number } | null
type Entry = { state: EntryState; href: string }
type Layer = { close?: () => void; closesByEscape: boolean }

/** If going back or forward hasn't finished after this time, there was no entry to go to. */
const TRAVERSAL_MS = 1000
/**
 * A reload or a link to another document takes as long as the connection needs. A link that stays in the document, such as a phone number,
 * has finished by then.
 */
const LEAVING_MS = 10_000

const open: Layer[] = []
/** The number of layer entries between the page's own entry and the current one. */
let depth = 0
/** The page's position in the history, as counted by the router. */
let here = 0
/**
 * The page's URL and state may change while layers are open. They are written to the page's own history entry when the layers have closed.
 */
let page: Entry | null = null
/** The entries of pages that people left through a link in a layer, by position. */
const left = new Map<number, Entry>()
/** A page may open while the browser is removing the entry of a closed layer. */
let ahead: Entry | null = null
let isReturning = false
let traversal: ReturnType<typeof setTimeout> | null = null
let leavingUntil = 0
let browser: Pick<History, 'pushState' | 'replaceState' | 'go'> | null = null

const depthOf = (state: EntryState) => state?.layer ?? 0
const positionOf = (state: EntryState) => (state?.idx ?? 0) - Math.max(0, depthOf(state) - 1)

/**
 * A link in the topmost layer replaces that layer's entry. The router continues counting from `idx`, so `idx` must match the entry's
 * position.
 */
const layerState = (state: EntryState, layer: number): EntryState => ({ ...state, idx: here + layer - 1, layer })
const pageState = (state: EntryState): EntryState => ({ ...state, idx: here, layer: 0 })
const currentEntry = (): Entry => ({ state: history.state, href: location.href })

function traverse(by: number): void {
  if (traversal) clearTimeout(traversal)
  traversal = setTimeout(() => {
    traversal = null
    isReturning = false
    updateHistory()
  }, TRAVERSAL_MS)
  browser?.go(by)
}

function updateHistory(): void {
  if (!browser || traversal) return
  if (depth < open.length && !page) {
    // The state lets `onPop` distinguish the page's entry from a new one.
    if (history.state === null) browser.replaceState(pageState(null), '')
    page = currentEntry()
  }
  while (depth < open.length) browser.pushState(layerState(page?.state ?? null, ++depth), '')
  // Another layer may open in place of the closed one, or a link may open another page, so the removal waits a moment.
  if (depth > open.length) setTimeout(removeEntries)
}

function removeEntries(): void {
  if (traversal || depth <= open.length) return
  // Going back now would stop the browser from leaving the page.
  const leavingMs = leavingUntil - performance.now()
  if (leavingMs > 0) {
    setTimeout(removeEntries, leavingMs)
    return
  }
  isReturning = true
  traverse(open.length - depth)
}

/**
 * The handler runs before the router's listener (index.html), so that the router is notified only if the browser has reached another page.
 */
function onPop(event: PopStateEvent): void {
  const state: EntryState = history.state
  const [layer, position] = [depthOf(state), positionOf(state)]
  // A link within the page, or a hash typed into the address bar, creates an entry without state.
  const isNewHash = state === null && depth > 0
  const wasReturning = isReturning
  if (traversal) clearTimeout(traversal)
  traversal = null
  isReturning = false
  if (ahead) {
    event.stopImmediatePropagation()
    restore(left.get(position))
    browser?.pushState(ahead.state, '', ahead.href)
    ahead = null
  } else if (position === here && depth + layer > 0 && !isNewHash) {
    event.stopImmediatePropagation()
    depth = layer
    if (page) browser?.replaceState(layer > 0 ? layerState(page.state, layer) : page.state, '', page.href)
    if (layer === 0) page = null
    // If this code removed the entry, rather than the person pressing Back, a layer that has since opened stays open.
    if (!wasReturning) closeAbove(layer)
  } else if (layer > 0) {
    // The entry belongs to a layer that was open when someone left its page.
    event.stopImmediatePropagation()
    traverse(-layer)
    return
  } else {
    // Layers of the previous page close when another page opens.
    if (!isNewHash) open.splice(0, depth)
    depth = 0
    page = null
    here = position
    restore(left.get(position))
    left.delete(position)
  }
  updateHistory()
}

const restore = (entry: Entry | undefined) => entry && browser?.replaceState(entry.state, '', entry.href)

function closeAbove(layer: number): void {
  while (open.length > layer) {
    const top = open.at(-1)
    if (!top?.close) return
    open.pop()
    top.close()
  }
}

function onKey(event: KeyboardEvent): void {
  const top = open.at(-1)
  if (event.key !== 'Escape' || event.defaultPrevented || !top?.closesByEscape) return
  // Without this call, the browser would also close one of the page's native dialogs below the layer.
  event.preventDefault()
  top.close?.()
}

/** After a reload no layer is open, whatever the history entry's state. */
export function startLayers(): void {
  if (browser) return
  const { pushState, replaceState, go } = History.prototype
  const own = { pushState: pushState.bind(history), replaceState: replaceState.bind(history), go: go.bind(history) }
  browser = own
  depth = depthOf(history.state)
  here = positionOf(history.state)
  if (depth > 0) page = { ...currentEntry(), state: pageState(history.state) }

  history.pushState = (state: EntryState, unused, url) => {
    if (depth === 0) own.pushState(state, unused, url)
    else {
      own.replaceState(state, unused, url)
      if (page) left.set(here, page)
      if (isReturning) ahead = currentEntry()
    }
    depth = 0
    page = null
    here = positionOf(state)
    for (const position of left.keys()) if (position >= here) left.delete(position)
  }
  history.replaceState = (state: EntryState, unused, url) => {
    own.replaceState(depth > 0 ? layerState(state, depth) : state, unused, url)
    if (depth > 0) page = { ...currentEntry(), state: pageState(state) }
    if (ahead) ahead = currentEntry()
  }
  // Going back leads to the previous page even if layers are open.
  history.go = (by = 0) => (by === 0 ? own.go() : traverse(by < 0 && !isReturning ? by - depth : by))
  history.back = () => history.go(-1)
  // Browsers call a window's listeners in the order of their registration, even if some of them capture. An `on…` handler's position is set
  // when it is first assigned.
  window.onpopstate = onPop
  addEventListener('keydown', onKey)
  addEventListener('beforeunload', () => {
    leavingUntil = performance.now() + LEAVING_MS
  })
  updateHistory()
}

/**
 * Set `closesByEscape` for non-modal layers only, because MUI and the browser already close their own dialogs on Escape. Without `close`,
 * Back does nothing.
 */
export function useLayer(isOpen: boolean, close: (() => void) | undefined, closesByEscape = false): void {
  const closes = close !== undefined
  const act = useEffectEvent(() => close?.())
  useEffect(() => {
    startLayers()
    if (!isOpen) return
    const layer: Layer = { ...(closes && { close: act }), closesByEscape }
    open.push(layer)
    updateHistory()
    return () => {
      const at = open.indexOf(layer)
      if (at >= 0) open.splice(at, 1)
      updateHistory()
    }
  }, [isOpen, closes, closesByEscape])
  // A link may lead to another URL of the same page, where the layer stays open.
  useEffect(updateHistory)
}
