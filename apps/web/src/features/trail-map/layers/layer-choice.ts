import type { BaseMap, DataLayer, LayerSource, Site } from '@trailwarden/site'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import type { BaseTiles } from '#map/map-data.ts'
import { belowOf, firstBase, groundOf } from '#parts/map/site-layers.ts'

const STORAGE_KEY = 'map-layers'
const Choice = z.object({ base: z.string(), shown: z.record(z.string(), z.boolean()) })
type Choice = z.infer<typeof Choice>

function readStored(): Choice | null {
  try {
    const stored = Choice.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'))
    return stored.success ? stored.data : null
  } catch {
    // Without storage, the choice is lost when the user leaves the screen.
    return null
  }
}

function store(choice: Choice): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(choice))
  } catch {}
}

/** The switch is stored with the layers. */
export const COORDINATES = 'coordinates'
/** The role of managers. */
const COORDINATES_ROLE = 2

const isOffered = (role: number) => (thing: { role?: number | undefined }) => role >= (thing.role ?? 0)

export type LayerChoice = {
  bases: readonly BaseMap[]
  base: BaseMap
  /** The base map and the one underneath, in the format that the map draws. */
  ground: BaseTiles
  below: BaseMap | undefined
  layers: readonly { layer: DataLayer; isShown: boolean }[]
  sources: ReadonlySet<LayerSource>
  /** Null means that the coordinates of the middle aren't offered. */
  coordinates: { isShown: boolean } | null
  chooseBase(id: string): void
  showLayer(id: string, isShown: boolean): void
}

/** The device may have stored layers above the user's role, which are never offered. */
export function useLayerChoice(site: Site, role: number): LayerChoice {
  const [choice, setChoice] = useState<Choice>(() => readStored() ?? { base: '', shown: {} })
  const offered = site.baseMaps.filter(isOffered(role))
  const base = offered.find(({ id }) => id === choice.base) ?? offered[0] ?? firstBase(site)
  // Switching a layer must not redraw the base map, so it is memoised separately.
  const ground = useMemo(() => groundOf(site, base), [site, base])
  return useMemo(() => {
    const change = (next: Choice) => {
      store(next)
      setChoice(next)
    }
    const bases = site.baseMaps.filter(isOffered(role))
    const layers = site.dataLayers.filter(isOffered(role)).map((layer) => ({ layer, isShown: choice.shown[layer.id] ?? layer.shown }))
    return {
      bases,
      base,
      ground,
      below: belowOf(site, base),
      layers,
      sources: new Set(layers.flatMap(({ layer, isShown }) => (isShown ? layer.sources : []))),
      coordinates: role >= COORDINATES_ROLE ? { isShown: choice.shown[COORDINATES] ?? false } : null,
      chooseBase: (id) => change({ ...choice, base: id }),
      showLayer: (id, isShown) => change({ ...choice, shown: { ...choice.shown, [id]: isShown } }),
    }
  }, [site, role, choice, base, ground])
}
