/**
 * The raster under everything else: a base map, and below it another that is seen wherever the first gives nothing. It also knows when there
 * is nothing of either in view, which looks the same as a sea.
 */
import Collection from 'ol/Collection.js'
import LayerGroup from 'ol/layer/Group.js'
import type OlMap from 'ol/Map.js'
import { Ground } from './ground.ts'
import type { BaseTiles } from './map-data.ts'

/** `top`: the map that most of the view shows. `isBelowSeen`: the one below is, or may be, seen somewhere. */
export type SeenBase = { top: BaseTiles; isBelowSeen: boolean }

type Listeners = { onMissing: (isMissing: boolean) => void; onSeen: (seen: SeenBase) => void }

export class BaseLayer {
  /** Of other layers for each look: whether the page dims one goes by its class, which a layer has for good. */
  readonly layer = new LayerGroup()
  private readonly listeners: Listeners
  private map: OlMap | null = null
  private shown: { tiles: BaseTiles; isDark: boolean; main: Ground; below: Ground | null } | null = null
  private isMissing = false
  private seen: SeenBase | null = null

  constructor(listeners: Listeners) {
    this.listeners = listeners
  }

  /** Once its map is made, which takes the layer at its making. */
  follow(map: OlMap): void {
    this.map = map
    map.on('moveend', () => {
      this.shown?.main.tryStaleAgain()
      this.look()
    })
  }

  show(tiles: BaseTiles, isDark: boolean): void {
    if (tiles === this.shown?.tiles && isDark === this.shown.isDark) return
    const ground = (one: BaseTiles) => new Ground(one, isDark, () => this.look())
    const main = ground(tiles)
    const below = tiles.below ? ground(tiles.below) : null
    // Nothing of it is asked for until it is needed.
    below?.layer.setVisible(false)
    this.shown = { tiles, isDark, main, below }
    this.layer.setLayers(new Collection(below ? [below.layer, main.layer] : [main.layer]))
    // Another look of the same map is seen otherwise, too.
    this.seen = null
    this.look()
  }

  tryAgain(): void {
    this.shown?.main.tryAgain()
    this.shown?.below?.tryAgain()
    this.look()
  }

  private look(): void {
    const [view, size, shown] = [this.map?.getView(), this.map?.getSize(), this.shown]
    if (!view || !shown) return
    const { main, below } = shown
    const isBelowSeen = below !== null && !main.fills(view, size)
    below?.layer.setVisible(isBelowSeen)
    const isMainMissing = main.isMissing(view, size)
    this.report(isMainMissing && below ? below.tiles : main.tiles, isBelowSeen)
    const isMissing = isMainMissing && (below?.isMissing(view, size) ?? true)
    if (isMissing === this.isMissing) return
    this.isMissing = isMissing
    this.listeners.onMissing(isMissing)
  }

  private report(top: BaseTiles, isBelowSeen: boolean): void {
    if (top === this.seen?.top && isBelowSeen === this.seen.isBelowSeen) return
    this.seen = { top, isBelowSeen }
    this.listeners.onSeen(this.seen)
  }
}
