import { type Action, isOwnAction, type Person, placeName, ratingPriority } from '@trailwarden/domain'
import type { LayerSource } from '@trailwarden/site'
import type { Device } from '#data/device/device.ts'
import { followRecords, type RecordChanges } from '#data/device/follow-records.ts'
import { createStore } from '#lib/store.ts'
import type { MapPin } from '#map/map-data.ts'
import { symbolOfAction } from '#parts/map/action-symbol.ts'

type Placed = Action & { place: NonNullable<Action['place']> }

const pinOf = ({ id, place: { longitude, latitude }, status, rating }: Placed): MapPin => ({
  kind: 'pin',
  id,
  at: [longitude, latitude],
  symbol: symbolOfAction({ status, rating }),
  // Sort priorities begin with the rating, so the most serious Actions are drawn on top.
  order: rating === 'Unrated' ? 0 : 10 - ratingPriority(rating),
})

const isPlaced = (action: Action): action is Placed => action.place !== null

type Feed = (layer: string, put: readonly MapPin[], drop: readonly string[]) => void

const OPEN = 'actions'
const DONE = 'actions-resolved'

/**
 * A person's own Action is drawn once, even though two layers contain it. Resolved Actions are drawn only on request, because in time there
 * will be ten of them for each open one.
 */
export function createActionLayers(device: Device, person: Pick<Person, 'id'>) {
  const actions = new Map<string, Placed>()
  const drawn = new Map<string, string>()
  let sources: ReadonlySet<LayerSource> = new Set()
  let feed: Feed | null = null
  const version = createStore(0)
  let counts: Partial<Record<LayerSource, number>> | null = null

  const isOwn = (action: Action) => isOwnAction(person, action)

  function layerOf(action: Placed): string | null {
    if (action.status === 'Resolved') return sources.has(DONE) ? DONE : null
    return sources.has(OPEN) || (sources.has('my-actions') && isOwn(action)) ? OPEN : null
  }

  function draw(ids: Iterable<string>): void {
    const put = new Map<string, MapPin[]>()
    const drop = new Map<string, string[]>()
    const into = <T>(lists: Map<string, T[]>, layer: string, one: T) => {
      const list = lists.get(layer)
      if (list) list.push(one)
      else lists.set(layer, [one])
    }
    for (const id of ids) {
      const action = actions.get(id)
      const [before, after] = [drawn.get(id) ?? null, action ? layerOf(action) : null]
      if (before && before !== after) into(drop, before, id)
      if (action && after) {
        into(put, after, pinOf(action))
        drawn.set(id, after)
      } else drawn.delete(id)
    }
    for (const layer of [OPEN, DONE]) {
      const [added, gone] = [put.get(layer) ?? [], drop.get(layer) ?? []]
      if (added.length + gone.length > 0) feed?.(layer, added, gone)
    }
  }

  function apply({ put, gone }: RecordChanges<'action'>): void {
    const touched = [...gone]
    for (const id of gone) actions.delete(id)
    for (const { id, data: action } of put) {
      if (isPlaced(action)) actions.set(id, action)
      else actions.delete(id)
      touched.push(id)
    }
    draw(touched)
    counts = null
    version.set(version.get() + 1)
  }

  const stop = followRecords(device, 'action', apply)

  const count = () => {
    const all = [...actions.values()]
    const open = all.filter(({ status }) => status === 'Unresolved')
    return { 'my-actions': open.filter(isOwn).length, [OPEN]: open.length, [DONE]: all.length - open.length }
  }

  return {
    get version() {
      return version.get()
    },
    listen(onChange: Feed) {
      feed = onChange
      drawn.clear()
      draw(actions.keys())
      return () => {
        feed = null
      }
    },
    show(wanted: ReadonlySet<LayerSource>) {
      sources = wanted
      draw(actions.keys())
    },
    subscribe: version.subscribe,
    countOf(source: LayerSource): string | undefined {
      counts ??= count()
      const number = counts[source]
      if (number === undefined) return undefined
      return { 'my-actions': `${number} of yours`, actions: `${number} unresolved` }[source as string] ?? String(number)
    },
    nameOf(id: string) {
      const action = actions.get(id)
      if (!action) return null
      const { description, rating, status, place } = action
      const detail = `${status === 'Resolved' ? 'Resolved' : rating} · ${placeName(action)}`
      return { title: description, detail, symbol: symbolOfAction(action), at: [place.longitude, place.latitude] as const }
    },
    featureOf(id: string) {
      const action = actions.get(id)
      return action ? pinOf(action) : null
    },
    close: stop,
  }
}
