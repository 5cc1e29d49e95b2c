/**
 * The raster layer below everything else. It consists of a base map and a second one underneath, which is visible where the first has no
 * tiles. It also detects when neither has tiles in view, because this would look like open sea.
 */
import Collection from 'ol/Collection.js'
import LayerGroup from 'ol/layer/Group.js'
import type OlMap from 'ol/Map.js'
import type { BaseTiles } from '../map-data.ts'
import { Ground } from './ground.ts'

/** `top`: the base map that fills most of the view. `isBelowSeen`: the base map underneath is, or may be, visible somewhere. */
export type SeenBase = { top: BaseTiles; isBelowSeen: boolean }

type Listeners = { onMissing: (isMissing: boolean) => void; onSeen: (seen: SeenBase) => void }

export class BaseLayer {
  /** Has separate layers for light and dark. The page dims a layer by its CSS class, which can't be changed later. */
  readonly layer = new LayerGroup()
  private readonly listeners: Listeners
  private map: OlMap | null = null
  private shown: { tiles: BaseTiles; isDark: boolean; main: Ground; below: Ground | null } | null = null
  private isMissing = false
  private seen: SeenBase | null = null

  constructor(listeners: Listeners) {
    this.listeners = listeners
  }

  /** Attaches this layer to the map. The map is created after the layer. */
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
    // Hidden, so that none of its tiles are requested until they are needed.
    below?.layer.setVisible(false)
    this.shown = { tiles, isDark, main, below }
    this.layer.setLayers(new Collection(below ? [below.layer, main.layer] : [main.layer]))
    // Reports the base map again after a change of theme.
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
