import { useSyncExternalStore } from 'react'

type Scheme = 'light' | 'dark'
export type ThemeMode = Scheme | 'system'

/** The first script of index.html reads the same key before the first paint. */
const STORED = 'theme'

const systemIsDark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null
const listeners = new Set<() => void>()
/** Browsers that block storage keep the choice until the page is closed. */
let chosen = readStored()

function readStored(): ThemeMode {
  try {
    const stored = localStorage.getItem(STORED)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

const getMode = () => chosen

function getScheme(): Scheme {
  if (chosen !== 'system') return chosen
  return systemIsDark?.matches ? 'dark' : 'light'
}

function apply(mode: ThemeMode): void {
  chosen = mode
  document.documentElement.dataset.theme = getScheme()
  for (const listener of listeners) listener()
}

function setMode(mode: ThemeMode): void {
  try {
    localStorage.setItem(STORED, mode)
  } catch {}
  apply(mode)
}

/** Follows the system's theme and choices in other tabs. */
export function followColourScheme(): void {
  systemIsDark?.addEventListener('change', () => apply(chosen))
  addEventListener('storage', ({ key }) => (key === STORED || key === null) && apply(readStored()))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useColourScheme() {
  const mode = useSyncExternalStore(subscribe, getMode, (): ThemeMode => 'system')
  const colourScheme = useSyncExternalStore(subscribe, getScheme, (): Scheme => 'light')
  return { mode, setMode, colourScheme }
}
