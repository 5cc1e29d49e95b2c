import * as z from 'zod/mini'
import { createStore, useStore } from '#lib/store.ts'
import type { FeatureRef } from '#map/map-data.ts'

const KEY = 'map-recent'
const MOST = 5
const Finds = z.array(z.object({ layer: z.string(), id: z.string() }))

function read(): readonly FeatureRef[] {
  try {
    return Finds.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '[]')).data ?? []
  } catch {
    // Storage is unavailable or contains invalid data, so there are no recent finds.
    return []
  }
}

const finds = createStore<readonly FeatureRef[]>(read())

function write(next: readonly FeatureRef[]): void {
  finds.set(next)
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Without storage, they are known until the page closes.
  }
}

export const useRecentFinds = () => useStore(finds)

export const rememberFind = (found: FeatureRef) =>
  write([found, ...finds.get().filter(({ layer, id }) => layer !== found.layer || id !== found.id)].slice(0, MOST))

export const clearRecentFinds = () => write([])
