/**
 * OpenLayers draws on canvas without WebGL. The class doesn't depend on the app's features, accepts plain values and reports the user's
 * actions. Each change updates only the affected features, so that the map stays fast with ten thousand Actions.
 */

import { boundingExtent, buffer, containsExtent, createEmpty, extend, getHeight, getWidth, isEmpty } from 'ol/extent.js'
import Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import type SimpleGeometry from 'ol/geom/SimpleGeometry.js'
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap, { type FrameState } from 'ol/Map.js'
import { fromLonLat, getPointResolution, transformExtent } from 'ol/proj.js'
import Cluster from 'ol/source/Cluster.js'
import VectorSource from 'ol/source/Vector.js'
import View from 'ol/View.js'
import { geometryOf, lonLatOf, refOf } from './geometry.ts'
import { type Gestures, listenForGestures } from './gestures.ts'
import { moveGrid } from './ground/background-grid.ts'
import { BaseLayer } from './ground/base-layer.ts'
import { PIXEL_RATIO } from './ground/canvas.ts'
import { DroppedPin } from './layers/dropped-pin.ts'
import { boxesBesideNames, exposeLabels } from './layers/expose-labels.ts'
import { createStyle, dataOf, type MapStyle, type Part } from './layers/feature-style.ts'
import type { Box } from './layers/name-grid.ts'
import { OwnPlace } from './layers/own-place.ts'
import type { Palette } from './layers/palette.ts'
import { PlaceNames } from './layers/place-names.ts'
import { TrailNames } from './layers/trail-names.ts'
import type {
  BaseTiles,
  Bounds,
  FeatureRef,
  Fix,
  LonLat,
  MapBadge,
  MapFeature,
  MapLayer,
  MapPlaceName,
  MapView,
  WithSelected,
} from './map-data.ts'
import { readSymbols, type Symbols } from './symbols.ts'
import { FROM_ZOOM } from './zoom-bands.ts'

export type MapOptions = Gestures & {
  view: MapView
  /** With `fit`, the map starts with all of these bounds in view and ignores `view`. */
  fit?: { bounds: readonly Bounds[]; covered: Covered } | undefined
  /** Null until the base map is wanted (`setBase`). */
  base: BaseTiles | null
  minZoom: number
  maxZoom: number
  isDark: boolean
  palette: Palette
  /** A static picture doesn't move when a finger scrolls the page. */
  moves: boolean
  onMoved?: (view: MapView) => void
  /** Some elements must follow the map while it moves. */
  onMoving?: (view: MapView, metresPerPixel: number) => void
  /** The map is missing if neither the base map nor the one underneath has tiles in view. */
  onBaseMissing?: (isMissing: boolean) => void
  /** Only tiles of lower zooms are in view. */
  onBaseCoarse?: (isCoarse: boolean) => void
  onBelowSeen?: (isSeen: boolean) => void
  /** Buttons and panels over the map, in pixels of the map. No name is placed below them. */
  covers?: () => readonly Box[]
}

/** In pixels from each edge. */
export type Covered = { top: number; right: number; bottom: number; left: number }

type Shown = { source: VectorSource<Feature<SimpleGeometry>>; drawn: VectorLayer[] }

const DRAWN = 'map drawn'
const LINES_DRAWN = 'lines drawn'
const EASE_MS = 250
/** A desktop screen needs this many tiles. With smaller batches, each would have to wait until the previous one is drawn. */
const TILES_AT_ONCE = 40
/** Rounding errors could otherwise reach the zoom limits of the layers. */
const BELOW = FROM_ZOOM.singlePins - 1e-6
/** Beyond this zoom, a short trail isn't enlarged. */
const MOST_ZOOM_OF_LINE = 16
/** A line that fills a smaller share of the map's width and height is too small to see. */
const LEAST_SHARE = 0.25
const DIMMED = 0.45
/** Half the width of the dot that marks the person's location. */
const OWN_PX = 13
const WITHOUT_SYMBOLS: readonly (MapFeature['kind'] | undefined)[] = ['line', 'badge']

export class TrailMap {
  /** Only code that draws on the map, such as `line-editor.ts`, may use this property. Screens must not. */
  readonly map: OlMap
  private readonly ground: BaseLayer
  private readonly placeNames = new PlaceNames((resolution) => this.zoomAt(resolution))
  private readonly layers = new Map<string, Shown>()
  private readonly ownPlace = new OwnPlace()
  private readonly names = new TrailNames()
  private readonly pin = new DroppedPin()
  /** Whether names must be placed again when the map stands still. */
  private hasOldNames = true
  private nearestPost: string | null = null
  private readonly selection = new VectorSource()
  private readonly selectionLayer = new VectorLayer({ source: this.selection, style: this.styleOf('body', true) })
  /** Nothing is drawn until the symbols are available. */
  private style: MapStyle = () => []
  private badges: readonly MapBadge[] = []
  private base: BaseTiles | null
  private isDark: boolean
  private hasLines = false
  private selected: { feature: FeatureRef | null } & WithSelected = { feature: null, otherwise: null, posts: null }
  private readonly options: MapOptions

  /** The tiles load while the symbols are read. Features that are added afterwards are drawn immediately. */
  static async open(target: HTMLElement, options: MapOptions): Promise<TrailMap> {
    const map = new TrailMap(target, options)
    map.setSymbols(await readSymbols())
    return map
  }

  /** Lines and badges are drawn before the symbols have been read. */
  static openWithLines(target: HTMLElement, options: MapOptions): TrailMap {
    const map = new TrailMap(target, options)
    map.setSymbols(new Map())
    const styleOfLines = map.style
    map.style = (feature, at) => (WITHOUT_SYMBOLS.includes(dataOf(feature)?.kind) ? styleOfLines(feature, at) : [])
    readSymbols().then(
      (symbols) => {
        map.setSymbols(symbols)
        map.redraw()
      },
      (error: unknown) => console.warn('no symbols', error),
    )
    return map
  }

  private setSymbols(symbols: Symbols): void {
    this.style = createStyle(symbols, this.options.palette, {
      isDark: () => this.isDark,
      badges: () => this.badges,
      selectedPosts: () => this.selected.posts,
      nearest: () => this.nearest,
    })
  }

  private constructor(target: HTMLElement, options: MapOptions) {
    this.options = options
    this.base = options.base
    this.isDark = options.isDark
    const { view, minZoom, maxZoom } = options
    this.ground = new BaseLayer({
      onMissing: (isMissing) => options.onBaseMissing?.(isMissing),
      onCoarse: (isCoarse) => options.onBaseCoarse?.(isCoarse),
      onSeen: ({ top, isBelowSeen }) => {
        this.placeNames.setGround(top.hasNames !== false, this.isDark || top.isPhoto === true)
        options.onBelowSeen?.(isBelowSeen)
      },
    })
    this.map = new OlMap({
      target,
      pixelRatio: PIXEL_RATIO,
      // OpenLayers' own buttons, scale and credits insert HTML, which the content security policy forbids. The screens provide these
      // controls instead.
      controls: [],
      interactions: options.moves ? defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }) : [],
      view: new View({
        center: fromLonLat([view.lng, view.lat]),
        zoom: view.zoom,
        minZoom,
        maxZoom,
        enableRotation: false,
        // A zoom beyond the limit would spring back, and the URL would briefly contain that zoom.
        smoothResolutionConstraint: false,
      }),
      layers: [this.ground.layer, this.placeNames.layer],
      maxTilesLoading: TILES_AT_ONCE,
    })
    if (options.fit) this.fit(options.fit.bounds, options.fit.covered)
    this.ground.follow(this.map)
    this.showBase()
    this.addOwnLayers()
    this.listen()
  }

  private addOwnLayers(): void {
    this.map.addLayer(this.names.layer)
    this.map.addLayer(this.selectionLayer)
    this.map.addLayer(this.ownPlace.layer)
    this.map.addLayer(this.pin.layer)
  }

  private listen(): void {
    const { onMoved, onMoving } = this.options
    this.map.on('moveend', () => onMoved?.(this.view))
    // Everything in view, including tiles, is now on the screen. Measurements use the mark.
    this.map.on('rendercomplete', () => {
      if (!this.base) return
      performance.clearMarks(DRAWN)
      performance.mark(DRAWN)
      dispatchEvent(new Event('mapdrawn'))
    })
    exposeLabels(this.map, this.names)
    this.map.getView().on(['change:center', 'change:resolution'], () => onMoving?.(this.view, this.metresPerPixel))
    this.map.on('postrender', ({ frameState }) => {
      if (!frameState) return
      moveGrid(this.map.getTargetElement(), frameState.viewState, frameState.size)
      const [animating, interacting] = frameState.viewHints
      if (this.hasOldNames && !animating && !interacting) this.nameTrails(frameState)
    })
    this.map.on('moveend', () => this.nameTrailsAgain())
    // Names may have been measured in another font.
    void document.fonts?.ready.then(() => this.nameTrailsAgain())
    listenForGestures(this.map, {
      ...this.options,
      onCluster: (features) => this.enter(features),
    })
  }

  private nameTrails(frame: FrameState): void {
    this.hasOldNames = false
    const { extent } = frame
    if (!extent) return
    const lines = [...this.layers.values()].flatMap(({ source, drawn }) =>
      drawn[0]?.getVisible() ? source.getFeaturesInExtent(extent).filter((feature) => dataOf(feature)?.kind === 'line') : [],
    )
    const selected = this.selected.feature && this.find(this.selected.feature)
    const own = this.ownPlace.at && this.map.getPixelFromCoordinate(this.ownPlace.at)
    const around = ([x = 0, y = 0]: number[]): Box => ({ left: x - OWN_PX, top: y - OWN_PX, right: x + OWN_PX, bottom: y + OWN_PX })
    const taken = [...boxesBesideNames(frame), ...(this.options.covers?.() ?? []), ...(own ? [around(own)] : [])]
    this.names.place(this.map, lines, taken, this.zoomAt(frame.viewState.resolution), {
      palette: this.options.palette,
      theme: this.isDark ? 'dark' : 'light',
      selectedId: selected && dataOf(selected)?.kind === 'line' ? String(selected.getId()) : null,
    })
  }

  /** Called when something near the names or over the map has changed. */
  nameTrailsAgain(): void {
    this.hasOldNames = true
    this.map.render()
  }

  private get nearest() {
    return this.nearestPost !== null && this.ownPlace.at ? { code: this.nearestPost, from: this.ownPlace.at } : null
  }

  /** The closest zoom that has clusters is the limit. */
  private enter(features: Feature[]): void {
    const points = features.flatMap((feature) => {
      const geometry = feature.getGeometry()
      return geometry instanceof Point ? [geometry.getCoordinates()] : []
    })
    this.map
      .getView()
      .fit(buffer(boundingExtent(points), 1), { maxZoom: FROM_ZOOM.singlePins, duration: this.easeMs(), padding: [80, 80, 80, 80] })
  }

  private easeMs(): number {
    return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : EASE_MS
  }

  private styleOf(part: Part, isSelected = false) {
    return (feature: unknown, resolution: number) =>
      this.style(feature as Feature, { zoom: this.zoomAt(resolution), resolution, part, isSelected })
  }

  private zoomAt(resolution: number): number {
    return this.map.getView().getZoomForResolution(resolution) ?? 0
  }

  get view(): MapView {
    const view = this.map.getView()
    const [lng, lat] = lonLatOf(view.getCenter() ?? [0, 0])
    return { lat, lng, zoom: view.getZoom() ?? 0 }
  }

  get height(): number {
    return this.map.getSize()?.[1] ?? 0
  }

  get metresPerPixel(): number {
    const view = this.map.getView()
    return getPointResolution('EPSG:3857', view.getResolution() ?? 1, view.getCenter() ?? [0, 0])
  }

  setBase(base: BaseTiles): void {
    this.base = base
    this.showBase()
  }

  private showBase(): void {
    if (this.base) this.ground.show(this.base, this.isDark)
  }

  /** Everything that is drawn stays. */
  moveInto(target: HTMLElement): void {
    this.map.setTarget(target)
    this.map.render()
  }

  reloadBase(): void {
    this.ground.tryAgain()
  }

  showPlaceNames(places: readonly MapPlaceName[]): void {
    this.placeNames.show(places)
  }

  setDark(isDark: boolean): void {
    if (isDark === this.isDark) return
    this.isDark = isDark
    this.showBase()
    this.redraw()
    this.selection.changed()
  }

  private redraw(): void {
    this.hasOldNames = true
    for (const { drawn } of this.layers.values()) for (const layer of drawn) layer.changed()
  }

  addLayer({ id, order, clusters, marks, dots, minZoom = 0 }: MapLayer): void {
    if (this.layers.has(id)) return
    const source = new VectorSource<Feature<SimpleGeometry>>()
    const make = (from: VectorSource, limits: { minZoom?: number; maxZoom?: number }, part: Part = 'body', zIndex = order) =>
      new VectorLayer({
        source: from,
        zIndex,
        declutter: true,
        properties: { tap: true },
        style: this.styleOf(part),
        ...limits,
      })
    const drawn = clusters
      ? [
          make(new Cluster({ source, distance: 44 }) as VectorSource, { minZoom: minZoom - 1e-6, maxZoom: BELOW }),
          make(source as VectorSource, { minZoom: BELOW }),
        ]
      : [make(source as VectorSource, {})]
    const parts = { marks, dots }
    for (const part of ['marks', 'dots'] as const)
      if (parts[part] !== undefined) drawn.push(make(source as VectorSource, {}, part, parts[part]))
    for (const layer of drawn) this.map.addLayer(layer)
    this.layers.set(id, { source, drawn })
  }

  private layer(id: string): Shown {
    const layer = this.layers.get(id)
    if (!layer) throw new Error(`no layer ${id}`)
    return layer
  }

  showLayer(id: string, isShown: boolean): void {
    for (const layer of this.layer(id).drawn) layer.setVisible(isShown)
    this.hasOldNames = true
  }

  put(layerId: string, features: readonly MapFeature[]): void {
    const { source } = this.layer(layerId)
    const added: Feature<SimpleGeometry>[] = []
    for (const data of features) {
      const known = source.getFeatureById(data.id)
      if (!known || Array.isArray(known)) {
        const feature = new Feature<SimpleGeometry>(geometryOf(data))
        feature.setId(data.id)
        feature.setProperties({ data, layer: layerId }, true)
        added.push(feature)
      } else if (known.get('data') !== data && JSON.stringify(known.get('data')) !== JSON.stringify(data)) {
        // The data is set without an event and the geometry with one, so that each change causes only one redraw.
        known.set('data', data, true)
        known.setGeometry(geometryOf(data))
      }
    }
    this.hasOldNames = true
    if (added.length > 0) source.addFeatures(added)
    if (!this.hasLines && features.some(({ kind }) => kind === 'line')) {
      this.hasLines = true
      // Marks the time for measurements. The next frame contains the lines.
      this.map.once('postrender', () => performance.mark(LINES_DRAWN))
    }
    const badges = features.filter((data) => data.kind === 'badge')
    if (badges.length > 0) this.badges = badges
    if (this.selected.feature?.layer === layerId) this.drawSelection()
  }

  drop(layerId: string, ids: readonly string[]): void {
    const { source } = this.layer(layerId)
    const gone = ids.flatMap((id) => {
      const feature = source.getFeatureById(id)
      return feature && !Array.isArray(feature) ? [feature] : []
    })
    this.hasOldNames = true
    if (gone.length > 0) source.removeFeatures(gone)
    if (this.selected.feature?.layer === layerId) this.drawSelection()
  }

  clear(layerId: string): void {
    this.layer(layerId).source.clear()
  }

  /** False means that neither the feature nor `otherwise` exists. */
  select(feature: FeatureRef | null, { otherwise = null, posts = null }: Partial<WithSelected> = {}): boolean {
    const hasOtherCodes = posts !== this.selected.posts
    this.selected = { feature, otherwise, posts }
    this.hasOldNames = true
    this.drawSelection()
    if (hasOtherCodes) this.redraw()
    return !this.selection.isEmpty()
  }

  private drawSelection(): void {
    this.selection.clear()
    const { feature, otherwise } = this.selected
    const data: MapFeature | null = this.find(feature)?.get('data') ?? otherwise
    this.dim(feature?.layer ?? null, data?.kind === 'line')
    if (!data || data.kind === 'badge') return
    const copy = new Feature(geometryOf(data))
    copy.set('data', data, true)
    this.selection.addFeature(copy)
    // A selected line is below marks and posts, including its own. Any other selected feature is above everything.
    this.selectionLayer.setZIndex(data.kind === 'line' ? 15 : 100)
  }

  private dim(layerId: string | null, isLine: boolean): void {
    for (const [id, { drawn }] of this.layers) for (const layer of drawn) layer.setOpacity(isLine && id === layerId ? DIMMED : 1)
  }

  private find(feature: FeatureRef | null): Feature<SimpleGeometry> | null {
    const found = feature && this.layers.get(feature.layer)?.source.getFeatureById(feature.id)
    return found && !Array.isArray(found) ? found : null
  }

  /** `nearestPost` is null if the position is too inaccurate to name one. */
  setPosition(fix: Fix | null, nearestPost: string | null): void {
    this.ownPlace.show(fix)
    const hadNearest = this.nearestPost
    this.nearestPost = nearestPost
    if (nearestPost !== null || hadNearest !== null) this.redraw()
    this.nameTrailsAgain()
  }

  dropPin(at: LonLat | null): void {
    this.pin.show(at)
    this.nameTrailsAgain()
  }

  moveTo({ lat, lng, zoom }: MapView, eases = false): void {
    const view = this.map.getView()
    const center = fromLonLat([lng, lat])
    const duration = eases ? this.easeMs() : 0
    view.cancelAnimations()
    if (duration > 0) view.animate({ center, zoom, duration })
    else {
      view.setCenter(center)
      view.setZoom(zoom)
    }
  }

  fit(bounds: readonly Bounds[], covered: Covered, eases = false): void {
    const extent = createEmpty()
    for (const { west, south, east, north } of bounds) extend(extent, transformExtent([west, south, east, north], 'EPSG:4326', 'EPSG:3857'))
    const size = this.map.getSize()
    if (isEmpty(extent) || !size) return
    const { top, right, bottom, left } = covered
    const view = this.map.getView()
    view.cancelAnimations()
    view.fit(extent, { size, padding: [top, right, bottom, left], maxZoom: FROM_ZOOM.singlePins, duration: eases ? this.easeMs() : 0 })
  }

  zoomBy(steps: number): void {
    const view = this.map.getView()
    view.cancelAnimations()
    view.animate({ zoom: (view.getZoom() ?? 0) + steps, duration: this.easeMs() })
  }

  /** A line that can already be seen well stays where it is. */
  fitSelected({ top, right, bottom, left }: Covered): void {
    const [view, size] = [this.map.getView(), this.map.getSize()]
    const extent = this.selection.getExtent()
    const [center, resolution] = [view.getCenter(), view.getResolution()]
    if (!extent || isEmpty(extent) || !size || !center || !resolution) return
    const [width = 0, height = 0] = size
    const [x = 0, y = 0] = center
    const seen = [
      x + (left - width / 2) * resolution,
      y + (bottom - height / 2) * resolution,
      x + (width / 2 - right) * resolution,
      y + (height / 2 - top) * resolution,
    ]
    const isLarge = getWidth(extent) > getWidth(seen) * LEAST_SHARE || getHeight(extent) > getHeight(seen) * LEAST_SHARE
    if (containsExtent(seen, extent) && isLarge) return
    view.cancelAnimations()
    view.fit(extent, { size, padding: [top, right, bottom, left], maxZoom: MOST_ZOOM_OF_LINE, duration: this.easeMs() })
  }

  /** Something at one of the map's edges may cover the selected feature. */
  revealSelected(covered: Covered): void {
    const [view, size] = [this.map.getView(), this.map.getSize()]
    const geometry = this.selection.getFeatures()[0]?.getGeometry()
    const [center, resolution] = [view.getCenter(), view.getResolution()]
    if (!geometry || !size || !center || !resolution) return
    const [wholeWidth = 0, wholeHeight = 0] = size
    const [width, height] = [wholeWidth - covered.left, wholeHeight - covered.bottom]
    const [x = 0, y = 0] = center
    const middle = [x + (covered.left / 2) * resolution, y + (covered.bottom / 2) * resolution]
    // A line is represented by its point nearest to the centre of the visible part.
    const [atX = 0, atY = 0] = geometry instanceof Point ? geometry.getCoordinates() : geometry.getClosestPoint(middle)
    // The view may have moved since the last rendering, so the position is calculated.
    const [pixelX, pixelY] = [wholeWidth / 2 + (atX - x) / resolution, wholeHeight / 2 - (atY - y) / resolution]
    if (pixelX > covered.left + 40 && pixelX < wholeWidth - 40 && pixelY > 60 && pixelY < height - 20) return
    view.centerOn([atX, atY], size, [covered.left + width / 2, height / 2])
  }

  inView(): FeatureRef[] {
    const extent = this.map.getView().calculateExtent(this.map.getSize())
    const found: FeatureRef[] = []
    for (const { source, drawn } of this.layers.values()) {
      if (!drawn.some((layer) => layer.getVisible())) continue
      source.forEachFeatureIntersectingExtent(extent, (feature) => void found.push(refOf(feature)))
    }
    return found
  }

  has(feature: FeatureRef): boolean {
    return this.find(feature) !== null
  }

  close(): void {
    this.map.setTarget(undefined)
    this.map.dispose()
  }
}
