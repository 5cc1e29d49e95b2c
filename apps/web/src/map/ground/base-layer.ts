/**
 * A second base map is visible where the first has no tiles. If neither has tiles in view, the map would look like open sea, so the layer
 * reports that.
 */
import Collection from 'ol/Collection.js'
import LayerGroup from 'ol/layer/Group.js'
import type OlMap from 'ol/Map.js'
import type { BaseTiles } from '../map-data.ts'
import { Ground } from './ground.ts'

/** `top` fills most of the view. `isBelowSeen` means that the base map underneath is, or may be, visible somewhere. */
export type SeenBase = { top: BaseTiles; isBelowSeen: boolean }

type Listeners = {
  onMissing: (isMissing: boolean) => void
  /** The base map is there, but only blurred. */
  onCoarse: (isCoarse: boolean) => void
  onSeen: (seen: SeenBase) => void
}

export class BaseLayer {
  /** The page dims a layer by its CSS class, which can't be changed later, so light and dark have separate layers. */
  readonly layer = new LayerGroup()
  private readonly listeners: Listeners
  private map: OlMap | null = null
  private shown: { tiles: BaseTiles; isDark: boolean; main: Ground; below: Ground | null } | null = null
  private isMissing = false
  private isCoarse = false
  private seen: SeenBase | null = null

  constructor(listeners: Listeners) {
    this.listeners = listeners
  }

  /** The map is created after the layer. */
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
    // A hidden layer requests no tiles.
    below?.layer.setVisible(false)
    this.shown = { tiles, isDark, main, below }
    this.layer.setLayers(new Collection(below ? [below.layer, main.layer] : [main.layer]))
    // After a change of theme, the base map must be reported again.
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
    const isCoarse = !isMissing && main.isCoarse(view, size) && (below?.isCoarse(view, size) ?? true)
    if (isCoarse !== this.isCoarse) {
      this.isCoarse = isCoarse
      this.listeners.onCoarse(isCoarse)
    }
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
