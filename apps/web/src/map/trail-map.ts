/**
 * The map engine (OpenLayers, drawn on canvas, no WebGL) behind one class. It knows layers, their style, the view, what is selected and
 * where the person is; it knows no feature of the app. It takes plain values and reports what the person did. A change touches the
 * features that changed and never rebuilds a layer, so that ten thousand actions stay quick.
 */

import { boundingExtent, buffer, createEmpty, extend, isEmpty } from 'ol/extent.js'
import Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import type SimpleGeometry from 'ol/geom/SimpleGeometry.js'
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import { fromLonLat, getPointResolution, transformExtent } from 'ol/proj.js'
import Cluster from 'ol/source/Cluster.js'
import VectorSource from 'ol/source/Vector.js'
import View from 'ol/View.js'
import { moveGrid } from './background-grid.ts'
import { BaseLayer } from './base-layer.ts'
import { PIXEL_RATIO } from './canvas.ts'
import { exposeLabels } from './expose-labels.ts'
import { createStyle, type MapStyle, type Part } from './feature-style.ts'
import { geometryOf, lonLatOf, refOf } from './geometry.ts'
import { type Gestures, listenForGestures } from './gestures.ts'
import type { BaseTiles, Bounds, FeatureRef, Fix, MapBadge, MapFeature, MapLayer, MapPlaceName, MapView, WithSelected } from './map-data.ts'
import { OwnPlace } from './own-place.ts'
import type { Palette } from './palette.ts'
import { PlaceNames } from './place-names.ts'
import { readSymbols } from './symbols.ts'
import { FROM_ZOOM } from './zoom-bands.ts'

export type MapOptions = Gestures & {
  view: MapView
  /** Where the map begins, if given: all of these in sight, wherever `view` is. */
  fit?: { bounds: readonly Bounds[]; covered: Covered } | undefined
  base: BaseTiles
  minZoom: number
  maxZoom: number
  isDark: boolean
  palette: Palette
  /** False for a picture of a place: it does not move under a finger that scrolls the page. */
  moves: boolean
  onMoved?: (view: MapView) => void
  /** While it moves, for what must keep up with it. */
  onMoving?: (view: MapView, metresPerPixel: number) => void
  /** Nothing of the base map in view could be had, nor of the one below it; or some of it again. */
  onBaseMissing?: (isMissing: boolean) => void
  /** The base map below the chosen one is seen, or no more. */
  onBelowSeen?: (isSeen: boolean) => void
}

/** Pixels at each edge that something else covers. */
export type Covered = { top: number; right: number; bottom: number; left: number }

type Shown = { source: VectorSource<Feature<SimpleGeometry>>; drawn: VectorLayer[] }

const DRAWN = 'map drawn'
const EASE_MS = 250
/** A desktop's screen full: fetched in turns, each would wait for the drawing of the one before it. */
const TILES_AT_ONCE = 40
/** Farther in than this the layers' zoom limits would be met by rounding alone. */
const BELOW = FROM_ZOOM.singlePins - 1e-6
/** What a trail is dimmed to while another is selected. */
const DIMMED = 0.45

export class TrailMap {
  /** Read by what draws on it, such as `line-editor.ts`; screens leave it alone. */
  readonly map: OlMap
  private readonly ground: BaseLayer
  private readonly placeNames = new PlaceNames((resolution) => this.zoomAt(resolution))
  private readonly layers = new Map<string, Shown>()
  private readonly ownPlace = new OwnPlace()
  private readonly selection = new VectorSource()
  private readonly selectionLayer = new VectorLayer({ source: this.selection, style: this.styleOf('body', true) })
  /** Nothing, until the symbols are read. */
  private style: MapStyle = () => []
  private badges: readonly MapBadge[] = []
  private base: BaseTiles
  private isDark: boolean
  private selected: { feature: FeatureRef | null } & WithSelected = { feature: null, otherwise: null, posts: null }
  private readonly options: MapOptions

  /** The tiles are on their way while the symbols are read; everything that is put on the map after that is drawn at once. */
  static async open(target: HTMLElement, options: MapOptions): Promise<TrailMap> {
    const map = new TrailMap(target, options)
    map.style = createStyle(await readSymbols(), options.palette, {
      isDark: () => map.isDark,
      badges: () => map.badges,
      selectedPosts: () => map.selected.posts,
    })
    return map
  }

  private constructor(target: HTMLElement, options: MapOptions) {
    this.options = options
    this.base = options.base
    this.isDark = options.isDark
    const { view, minZoom, maxZoom } = options
    this.ground = new BaseLayer({
      onMissing: (isMissing) => options.onBaseMissing?.(isMissing),
      onSeen: ({ top, isBelowSeen }) => {
        this.placeNames.setGround(top.hasNames !== false, this.isDark || top.isPhoto === true)
        options.onBelowSeen?.(isBelowSeen)
      },
    })
    this.map = new OlMap({
      target,
      pixelRatio: PIXEL_RATIO,
      // Its own buttons, scale and credits write HTML, which the page's policy forbids; the screens have their own.
      controls: [],
      interactions: options.moves ? defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }) : [],
      view: new View({
        center: fromLonLat([view.lng, view.lat]),
        zoom: view.zoom,
        minZoom,
        maxZoom,
        enableRotation: false,
        // Else a zoom beyond the last one would spring back, and stand in the address meanwhile.
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
    this.map.addLayer(this.selectionLayer)
    this.map.addLayer(this.ownPlace.layer)
  }

  private listen(): void {
    const { onMoved, onMoving } = this.options
    this.map.on('moveend', () => onMoved?.(this.view))
    // For measurements: everything in view, tiles included, is on the screen.
    this.map.on('rendercomplete', () => {
      performance.clearMarks(DRAWN)
      performance.mark(DRAWN)
    })
    exposeLabels(this.map)
    this.map.getView().on(['change:center', 'change:resolution'], () => onMoving?.(this.view, this.metresPerPixel))
    this.map.on('postrender', ({ frameState }) => {
      if (frameState) moveGrid(this.map.getTargetElement(), frameState.viewState, frameState.size)
    })
    listenForGestures(this.map, {
      ...this.options,
      onCluster: (features) => this.enter(features),
    })
  }

  /** Everything of a cluster in sight, or as near as clusters go. */
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

  /** Metres of one pixel at the middle of the map, for the scale bar. */
  get metresPerPixel(): number {
    const view = this.map.getView()
    return getPointResolution('EPSG:3857', view.getResolution() ?? 1, view.getCenter() ?? [0, 0])
  }

  setBase(base: BaseTiles): void {
    this.base = base
    this.showBase()
  }

  private showBase(): void {
    this.ground.show(this.base, this.isDark)
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
    for (const { drawn } of this.layers.values()) for (const layer of drawn) layer.changed()
  }

  addLayer({ id, order, clusters, marks, names, dots, minZoom = 0 }: MapLayer): void {
    if (this.layers.has(id)) return
    const source = new VectorSource<Feature<SimpleGeometry>>()
    const make = (from: VectorSource, limits: { minZoom?: number; maxZoom?: number }, part: Part = 'body', zIndex = order) =>
      new VectorLayer({
        source: from,
        zIndex,
        declutter: true,
        properties: { tap: part !== 'names' },
        style: this.styleOf(part),
        ...limits,
      })
    const drawn = clusters
      ? [
          make(new Cluster({ source, distance: 44 }) as VectorSource, { minZoom: minZoom - 1e-6, maxZoom: BELOW }),
          make(source as VectorSource, { minZoom: BELOW }),
        ]
      : [make(source as VectorSource, {})]
    const parts = { marks, names, dots }
    for (const part of ['marks', 'names', 'dots'] as const)
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
  }

  /** Adds what is new and changes what differs; features that are as they were are left alone. */
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
        // The data silently, the place aloud: one change, one redraw.
        known.set('data', data, true)
        known.setGeometry(geometryOf(data))
      }
    }
    if (added.length > 0) source.addFeatures(added)
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
    if (gone.length > 0) source.removeFeatures(gone)
    if (this.selected.feature?.layer === layerId) this.drawSelection()
  }

  clear(layerId: string): void {
    this.layer(layerId).source.clear()
  }

  /** False: there is neither the feature nor what is drawn otherwise. */
  select(feature: FeatureRef | null, { otherwise = null, posts = null }: Partial<WithSelected> = {}): boolean {
    const hasOtherCodes = posts !== this.selected.posts
    this.selected = { feature, otherwise, posts }
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
    // A line lies below marks and posts, its own too; what stands for itself is above all.
    this.selectionLayer.setZIndex(data.kind === 'line' ? 15 : 100)
  }

  /** A selected line stands out from the others of its layer. */
  private dim(layerId: string | null, isLine: boolean): void {
    for (const [id, { drawn }] of this.layers) for (const layer of drawn) layer.setOpacity(isLine && id === layerId ? DIMMED : 1)
  }

  private find(feature: FeatureRef | null): Feature<SimpleGeometry> | null {
    const found = feature && this.layers.get(feature.layer)?.source.getFeatureById(feature.id)
    return found && !Array.isArray(found) ? found : null
  }

  setPosition(fix: Fix | null): void {
    this.ownPlace.show(fix)
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

  /** All of these in the part of the map that nothing covers. */
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

  /** Moves so that what is selected is not under what covers the map's lower or right edge; not at all where it is in sight. */
  revealSelected(covered: { bottom: number; right: number }): void {
    const [view, size] = [this.map.getView(), this.map.getSize()]
    const geometry = this.selection.getFeatures()[0]?.getGeometry()
    const [center, resolution] = [view.getCenter(), view.getResolution()]
    if (!geometry || !size || !center || !resolution) return
    const [wholeWidth = 0, wholeHeight = 0] = size
    const [width, height] = [wholeWidth - covered.right, wholeHeight - covered.bottom]
    const [x = 0, y = 0] = center
    const middle = [x - (covered.right / 2) * resolution, y + (covered.bottom / 2) * resolution]
    // Of a line, what of it is nearest to the middle of the part that is seen.
    const [atX = 0, atY = 0] = geometry instanceof Point ? geometry.getCoordinates() : geometry.getClosestPoint(middle)
    // Reckoned, not asked of the last drawing: the view may have moved since.
    const [pixelX, pixelY] = [wholeWidth / 2 + (atX - x) / resolution, wholeHeight / 2 - (atY - y) / resolution]
    if (pixelX > 40 && pixelX < width - 40 && pixelY > 60 && pixelY < height - 20) return
    view.centerOn([atX, atY], size, [width / 2, height / 2])
  }

  /** What lies in the view and is drawn, layer by layer. */
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
