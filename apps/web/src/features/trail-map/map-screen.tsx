import { isMember } from '@trailwarden/domain'
import type { BaseMap, LayerSource } from '@trailwarden/site'
import {
  type ComponentProps,
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { isDesktop } from '#lib/breakpoint.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { parseViewHash } from '#lib/view-hash.ts'
import type { FeatureRef, LonLat, MapView } from '#map/map-data.ts'
import { FROM_ZOOM } from '#map/zoom-bands.ts'
import { coveredAtFirst } from '#parts/map/first-cover.ts'
import { DIM_BASE, GRID } from '#parts/map/map-styles.ts'
import { useTrailMap } from '#parts/map/use-trail-map.ts'
import { extentsOf } from '#parts/place/network-extents.ts'
import { useSiteDataState } from '#parts/trail/site-data.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { useColourScheme } from '#ui/theme/colour-scheme.ts'
import { DESKTOP } from '#ui/theme/theme.ts'
import { CoordinatesPanel } from './controls/coordinates-panel.tsx'
import { MapControls, TrailsInView } from './controls/map-controls.tsx'
import { ScaleBar } from './controls/scale-bar.tsx'
import { useDrawnLayers, useFollowedHash } from './layers/drawn-layers.ts'
import { type LayerChoice, useLayerChoice } from './layers/layer-choice.ts'
import { LIVE_LAYERS, type LiveLayers, type LivePopupParts } from './layers/live-layers.ts'
import { findRecord } from './layers/site-records.ts'
import { NetworksPanel, SHEET_HEIGHT, SHEET_OPEN } from './panels/networks-panel.tsx'
import { aroundTrail, coveredByPopup, PANEL_PX, SHEET_SHARE, type SheetStage, TALL_SHEET_SHARE } from './popup/popup-place.ts'
import { useSelection } from './popup/selection.ts'
import { SmallPrint } from './small-print.ts'
import { coversOf } from './view/covers.ts'
import { coveredNear } from './view/first-view.ts'
import { useLocate } from './view/locate.ts'
import { createMovingView } from './view/moving-view.ts'
import { nearestPost, useNearMe } from './view/near-me.ts'
import { changeScreen, type MapPanel, NOTHING_OPEN } from './view/screen-state.ts'
import { writeView } from './view/view-address.ts'

const panels = () => import('./panels/panels.tsx')
const LayersPanel = part(() => panels().then((m) => m.LayersPanel))
const InViewPanel = part(() => panels().then((m) => m.InViewPanel))
const SitePopup = part(() => panels().then((m) => m.SitePopup))
const TapChooser = part(() => panels().then((m) => m.TapChooser))
const PlacePopup = part(() => panels().then((m) => m.PlacePopup))
const LiveFrame = part(() => panels().then((m) => m.LiveFrame))

/** Over the map, notices would cover a network's status, so they have a separate row. */
const Page = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%' })

const Screen = styled('div')({
  position: 'relative',
  overflow: 'hidden',
  flex: 1,
  minHeight: 0,
  ...DIM_BASE,
})

const Ground = styled('div')({ position: 'absolute', inset: 0, outlineOffset: -4, touchAction: 'none', ...GRID })

const Cross = styled('svg')({
  position: 'absolute',
  left: 'calc(50% - 10px)',
  top: 'calc(50% - 10px)',
  pointerEvents: 'none',
  fill: 'none',
  stroke: '#10212A',
  strokeWidth: 1.6,
  '& .edge': { stroke: '#fff', strokeWidth: 4 },
})

/** Messages about the map are below the buttons, so that they cover none. */
const Bottom = styled('div')({
  position: 'absolute',
  zIndex: 2,
  left: 12,
  right: 12,
  // The attribution below grows with the text size.
  bottom: `calc(1.625rem + ${SHEET_HEIGHT})`,
  '[data-stage=peek] > &': { bottom: 'calc(1.625rem + var(--sheet-height, 0px))' },
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: 12,
  alignItems: 'end',
  pointerEvents: 'none',
  '& > [role=group], & > section': { pointerEvents: 'auto' },
  '& > section': { gridColumn: '1 / -1' },
  // On narrow screens, the attribution takes two lines.
  '@media (max-width: 37.4375em)': { bottom: `calc(2.625rem + ${SHEET_HEIGHT})` },
  // While the networks list is open on a phone, only the layers and locate buttons are shown.
  [`[data-first=true][${SHEET_OPEN}] > & :is([data-zoom], [data-list])`]: { display: 'none' },
  // A trail's sheet leaves room for the buttons only after it has been pulled down.
  '@media (max-width: 899px)': {
    '[data-stage=half] > &': { display: 'none' },
    '[data-stage=peek] > & > div:first-of-type': { display: 'none' },
    '[data-stage=peek] > & > [role=group]': { gridColumn: 2 },
  },
  // A short phone screen doesn't have room for both a message and the zoom buttons.
  '@media (max-height: 760px)': { '&:has(> section) [data-zoom]': { display: 'none' } },
  [DESKTOP]: {
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    '& > [role=group]': { gridArea: '1 / 3' },
    '& > section': { gridArea: '1 / 2', width: 440, maxWidth: '100%', justifySelf: 'center' },
    '&:has(> section) [data-zoom]': { display: 'grid' },
    '[data-popup=true] > &': { left: PANEL_PX },
    '[data-panel=true] > &': { right: 368 },
  },
})

/** The list comes first in the tab order, although it is displayed at the bottom. */
const Foot = styled('div')({
  display: 'flex',
  flexDirection: 'column-reverse',
  alignItems: 'flex-start',
  gap: 8,
  '& > section, & > button': { pointerEvents: 'auto' },
})

const Missing = styled('div')({
  position: 'absolute',
  zIndex: 1,
  inset: 0,
  padding: 16,
  display: 'grid',
  gap: 12,
  alignContent: 'start',
  justifyItems: 'start',
})

const NoData = styled('div')({ position: 'absolute', zIndex: 1, top: 40, left: 12, right: 12, [DESKTOP]: { right: 'auto', width: 480 } })

/** If tiles are missing, the map below the base map is visible too and needs its attribution. */
function creditsOf({ base, below }: LayerChoice, isBelowSeen: boolean): string {
  if (!below || !isBelowSeen || below.attribution === base.attribution) return base.attribution
  return `${base.attribution}. Fallback map: ${below.attribution}`
}

/** The view stays while the app is open. */
let lastView: MapView | null = null

type Props = {
  live: LiveLayers | null
  LivePopup: ComponentType<{ id: string; frame: (parts: LivePopupParts) => ReactNode; onClose: () => void }>
  OfflineAct: ComponentProps<typeof SitePopup>['sheet']['OfflineAct']
  BaseNotice: ComponentType<{
    isMissing: boolean
    isCoarse: boolean
    at: LonLat
    base: BaseMap
    onChooseBase: (id: string) => void
    onTryAgain: () => void
  }>
  notices?: ReactNode
}

/** A shorter movement is a tap. */
const TAP_PX = 8
const MOVING_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', '+', '-']

/** When the person moves the map, the sheet drops and the map no longer refits the trail. Every other change of the sheet's height refits it. */
function useTrailSheet(trailId: string | null) {
  const [stage, setStage] = useState<SheetStage>('half')
  const [heightPx, setHeightPx] = useState(0)
  const [isToFit, setIsToFit] = useState(true)
  const [shown, setShown] = useState(trailId)
  if (shown !== trailId) {
    setShown(trailId)
    setStage('half')
    setHeightPx(0)
    setIsToFit(true)
  }
  const lower = () => {
    if (isDesktop() || stage === 'peek') return
    setIsToFit(false)
    setStage('peek')
  }
  const onStage = (next: SheetStage) => {
    setIsToFit(true)
    setStage(next)
  }
  return {
    stage,
    heightPx,
    isToFit,
    props: { stage, onStage, onSettled: setHeightPx },
    lower,
  }
}

/** Any movement lowers a sheet, and only dragging ends following. */
function useMoves(onDrag: () => void, onMove: () => void) {
  const pressed = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      pressed.current = { x: clientX, y: clientY }
    },
    onPointerMove: ({ clientX, clientY, buttons }: PointerEvent) => {
      const from = pressed.current
      if (!from || buttons === 0 || Math.hypot(clientX - from.x, clientY - from.y) <= TAP_PX) return
      pressed.current = null
      onDrag()
      onMove()
    },
    onWheel: onMove,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (!MOVING_KEYS.includes(key)) return
      if (key.startsWith('Arrow')) onDrag()
      onMove()
    },
  }
}

const EMPTY: LiveLayers['subscribe'] = () => () => {}

export function MapScreen({ live, LivePopup, OfflineAct, BaseNotice, notices }: Props) {
  const { site } = usePageData()
  const person = useSession()
  const siteData = useSiteDataState()
  const bundle = siteData.data?.bundle ?? null
  const { colourScheme } = useColourScheme()
  const choice = useLayerChoice(site, person?.role ?? 0)
  const [selected, select] = useSelection()
  const [{ panel: open, held, offered }, dispatch] = useReducer(changeScreen, NOTHING_OPEN)
  const [isUnlocked, setIsUnlocked] = useState(false)
  const [pointed, setPointed] = useState<LonLat | null>(null)
  const [moved, setMoved] = useState(0)
  const [isBaseMissing, setIsBaseMissing] = useState(false)
  const [isBaseCoarse, setIsBaseCoarse] = useState(false)
  const [isBelowSeen, setIsBelowSeen] = useState(false)
  // The map receives its records after this screen renders, so the list is read again.
  const readListAgain = useCallback(() => setMoved((times) => times + 1), [])
  const liveVersion = useSyncExternalStore(live?.subscribe ?? EMPTY, () => live?.version ?? 0)

  const [linked] = useState(() => parseViewHash(location.hash, site.defaultView))
  const [asked] = useState(() => linked ?? lastView)
  const start = asked ?? site.defaultView
  const [moving] = useState(() => createMovingView({ view: asked ?? { ...start, zoom: 0 }, metresPerPixel: 1 }))
  const [isFirst, setIsFirst] = useState(asked === null)
  const firstZoom = useRef<number | null>(null)
  const hasCoordinates = choice.coordinates?.isShown ?? false
  const mayAdd = person !== null && isMember(person)
  const isOverview = useSyncExternalStore(moving.subscribe, () => moving.get().view.zoom < FROM_ZOOM.trails)

  const openPanel = useCallback(
    (panel: MapPanel | null) => {
      dispatch({ type: 'panel', panel, isDesktop: isDesktop() })
      if (panel && !isDesktop()) select(null)
    },
    [select],
  )
  const openFeature = useCallback(
    (feature: FeatureRef | null) => {
      dispatch({ type: 'feature', feature, isDesktop: isDesktop() })
      select(feature && { ...feature, layer: LIVE_LAYERS.includes(feature.layer) ? 'actions' : feature.layer })
    },
    [select],
  )

  const unlocked = useRef(isUnlocked)
  useEffect(() => {
    unlocked.current = isUnlocked
  }, [isUnlocked])
  const ground = useRef<HTMLDivElement>(null)
  const { map, isMissing, tryAgain } = useTrailMap(ground, () => ({
    view: start,
    // The centre of the site may be empty land, so without a view in the URL, all networks are in view.
    fit: asked ? undefined : { bounds: extentsOf(site, bundle), covered: coveredAtFirst(isDesktop()) },
    base: choice.ground,
    minZoom: site.defaultView.minZoom,
    maxZoom: site.defaultView.maxZoom,
    isDark: colourScheme === 'dark',
    moves: true,
    onMoved(view) {
      lastView = view
      firstZoom.current ??= view.zoom
      if (view.zoom !== firstZoom.current) setIsFirst(false)
      writeView(view)
      readListAgain()
    },
    onMoving: (view, metresPerPixel) => moving.set({ view, metresPerPixel }),
    onBaseMissing: setIsBaseMissing,
    onBaseCoarse: setIsBaseCoarse,
    onBelowSeen: setIsBelowSeen,
    covers: () => coversOf(ground.current),
    onPointed: (at) => unlocked.current && setPointed(at),
    onTapped(features, at) {
      const [feature = null] = features
      if (unlocked.current) setPointed(at)
      else if (feature?.layer === 'networks') openNetwork(feature.id)
      else if (features.length > 1) offer(features)
      else openFeature(feature)
    },
    onHeld(at) {
      dispatch({ type: 'held', at, isDesktop: isDesktop() })
      select(null)
    },
    takesFirst: true,
  }))

  function offer(features: readonly FeatureRef[]) {
    dispatch({ type: 'offered', features, isDesktop: isDesktop() })
    select(null)
  }

  function openNetwork(id: string) {
    const bounds = extentsOf(site, bundle)[site.networks.findIndex((network) => network.id === id)]
    if (bounds) map?.fit([bounds], coveredNear(), true)
  }

  useFollowedHash(map, site)
  useNearMe(map, site, bundle, linked !== null || selected !== null)
  useDrawnLayers(map, bundle, live, choice, readListAgain)
  useEffect(() => map?.setDark(colourScheme === 'dark'), [map, colourScheme])
  useEffect(() => {
    if (map) moving.set({ view: map.view, metresPerPixel: map.metresPerPixel })
  }, [map, moving])
  const locate = useLocate(
    ({ at: [lng, lat] }) => map?.moveTo({ lat, lng, zoom: Math.max(map.view.zoom, 14) }, true),
    (message) => toast('error', message),
  )
  const index = siteData.data?.index
  useEffect(() => map?.setPosition(locate.fix, nearestPost(index, locate.fix)), [map, locate.fix, index])

  const record = useMemo(() => (bundle && selected ? findRecord(bundle, selected) : null), [bundle, selected])
  const posts = useMemo(
    () =>
      record?.source === 'trails' ? (siteData.data?.index.markersAlong(record.record).map(({ marker }) => marker.code) ?? null) : null,
    [siteData.data, record],
  )
  const shownTrail = record?.source === 'trails' ? record.record.id : null
  const sheet = useTrailSheet(shownTrail)
  const moves = useMoves(locate.stopFollowing, () => shownTrail && sheet.lower())
  // A link to a view of a trail shows what its sender saw.
  const [linkedTo] = useState(() => (linked && selected?.layer === 'trails' ? selected.id : null))
  const isLinked = shownTrail !== null && shownTrail === linkedTo
  const isLive = selected?.layer === 'actions' && live !== null
  const isPopupOpen = record !== null || isLive || held !== null || offered.length > 0
  // A popup or panel covers the controls on a phone.
  const isCovered = !isDesktop() && (isPopupOpen || open !== null)
  const { key: visit } = useLocation()
  const revealed = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected feature may have moved or just been added
  useEffect(() => {
    if (!map) return
    const drawnAs =
      selected && (LIVE_LAYERS.includes(selected.layer) ? LIVE_LAYERS : [selected.layer]).map((layer) => ({ layer, id: selected.id }))
    const feature = drawnAs?.find((one) => map.has(one)) ?? null
    const isThere = map.select(feature, { otherwise: isLive ? live.featureOf(selected.id) : null, posts })
    // The map moves only once per navigation, so that it doesn't override later moves by the user.
    if (!isThere || revealed.current === visit) return
    revealed.current = visit
    if (selected?.layer !== 'trails' || isLinked)
      map.revealSelected(coveredByPopup(map.height, selected?.layer === 'emergency-markers' ? TALL_SHEET_SHARE : SHEET_SHARE))
  }, [map, bundle, selected, posts, isLive, live, choice.sources, visit, liveVersion])
  const { isToFit, heightPx } = sheet
  // biome-ignore lint/correctness/useExhaustiveDependencies: fits each trail again
  useEffect(() => {
    if (!map || shownTrail === null || isLinked || !isToFit || (heightPx === 0 && !isDesktop())) return
    map.fitSelected(aroundTrail(heightPx))
  }, [map, shownTrail, isLinked, isToFit, heightPx, visit])

  // Buttons and panels cover other parts of the map, so names move away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these changes what covers the map
  useEffect(
    () => map?.nameTrailsAgain(),
    [map, isPopupOpen, open, isOverview, heightPx, sheet.stage, hasCoordinates, isBaseMissing, isBaseCoarse],
  )
  useEffect(() => map?.dropPin(held), [map, held])

  const countOf = (source: LayerSource) => live?.countOf(source)
  const close = () => openFeature(null)
  return (
    <Page>
      {notices}
      <Screen
        data-popup={isPopupOpen}
        data-panel={open !== null}
        data-overview={isOverview}
        data-first={isFirst}
        data-stage={shownTrail ? sheet.stage : undefined}
        style={{ '--sheet-height': `${heightPx}px` } as CSSProperties}
      >
        {isOverview && !isMissing && !isPopupOpen && open === null && <NetworksPanel onOpen={openNetwork} />}
        {!isMissing && (
          <Bottom>
            <Foot>
              <TrailsInView open={open} onOpen={openPanel} />
              <ScaleBar moving={moving} />
              {hasCoordinates && (
                <CoordinatesPanel moving={moving} pointed={pointed} isUnlocked={isUnlocked} onUnlock={setIsUnlocked} mayAdd={mayAdd} />
              )}
            </Foot>
            <MapControls
              open={open}
              onOpen={openPanel}
              onZoom={(steps) => map?.zoomBy(steps)}
              locate={locate.state}
              onLocate={locate.press}
            />
            {!isCovered && map && (
              <BaseNotice
                isMissing={isBaseMissing}
                isCoarse={isBaseCoarse}
                at={[map.view.lng, map.view.lat]}
                base={choice.base}
                onChooseBase={choice.chooseBase}
                onTryAgain={() => map.reloadBase()}
              />
            )}
          </Bottom>
        )}
        <Ground
          ref={ground}
          role="application"
          aria-roledescription="map"
          aria-label="Map. Use the arrow keys to move and plus or minus to zoom. A list of the trails in view is also available."
          tabIndex={0}
          {...moves}
        />
        {!isMissing && hasCoordinates && !isOverview && (
          <Cross width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <path className="edge" d="M10 1V7M10 13V19M1 10H7M13 10H19" />
            <path d="M10 1V7M10 13V19M1 10H7M13 10H19" />
          </Cross>
        )}
        <SmallPrint>
          {site.sample && <b>{MAP_MESSAGES.sample}</b>}
          {!isMissing && <span>{creditsOf(choice, isBelowSeen)}</span>}
        </SmallPrint>
        {siteData.isMissing && !isMissing && (
          <NoData>
            <Notice>
              {MAP_MESSAGES.noData}
              <br />
              <Button variant="text" sx={{ marginLeft: -12 }} onClick={siteData.tryAgain}>
                Try again
              </Button>
            </Notice>
          </NoData>
        )}
        {isMissing && (
          <Missing>
            <Notice>{MAP_MESSAGES.noEngine}</Notice>
            <Button variant="outlined" onClick={tryAgain}>
              Try again
            </Button>
          </Missing>
        )}
        {open === 'layers' && <LayersPanel site={site} choice={choice} countOf={countOf} onClose={() => openPanel(null)} />}
        {(open === 'list' || (isMissing && !isPopupOpen)) && (
          <InViewPanel
            listed={{ map, isMissing, bundle, live, choice, moved, liveVersion }}
            onOpen={openFeature}
            onClose={() => openPanel(null)}
          />
        )}
        {offered.length > 0 && bundle && <TapChooser offered={offered} bundle={bundle} live={live} onOpen={openFeature} onClose={close} />}
        {record && <SitePopup one={record} site={site} isWide={isDesktop()} sheet={{ ...sheet.props, OfflineAct }} onClose={close} />}
        {isLive && <LivePopup id={selected.id} onClose={close} frame={(parts) => <LiveFrame {...parts} onClose={close} />} />}
        {held && <PlacePopup at={held} mayAdd={mayAdd} onClose={close} />}
      </Screen>
    </Page>
  )
}
