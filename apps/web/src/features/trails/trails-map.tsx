import type { SiteBundle, Trail } from '@trailwarden/site'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { DIM_BASE, GRID, SAMPLE_LABEL, SMALL_PRINT } from '#parts/map/map-styles.ts'
import { badgesOf, featuresOf, firstBase, MAP_LAYERS } from '#parts/map/site-layers.ts'
import { useTrailMap } from '#parts/map/use-trail-map.ts'
import { boundsOf } from '#parts/place/bounds-of.ts'
import { useMapConditions } from '#parts/status/trail-conditions.ts'
import { SampleNote } from '#parts/trail/sample-note.tsx'
import { trailPath } from '#parts/trail/trail-words.ts'
import { styled } from '#ui/styled.ts'
import { useColourScheme } from '#ui/theme/colour-scheme.ts'

const Frame = styled('div')({
  position: 'relative',
  overflow: 'hidden',
  height: '100%',
  '& > div': { position: 'absolute', inset: 0, ...GRID },
  ...DIM_BASE,
  // The attribution fills the bottom edge of a small map, so the label is at the top.
  '& .sample': { ...SAMPLE_LABEL, top: 0, bottom: 'auto' },
  '& .credits': { ...SMALL_PRINT, position: 'absolute', zIndex: 1, right: 0, bottom: 0 },
})

type Props = {
  bundle: SiteBundle
  around: readonly Trail[]
  selectedId: string | null
  /** Undefined draws all posts. */
  postCodes?: readonly string[]
  /** A map that moves opens a trail's page when someone taps the trail. */
  moves: boolean
  name: string
}

export function TrailsMap({ bundle, around, selectedId, postCodes, moves, name }: Props) {
  const { site } = usePageData()
  const navigate = useNavigate()
  const ground = useRef<HTMLDivElement>(null)
  const { colourScheme } = useColourScheme()
  const { badges, conditionOf } = useMapConditions()
  const base = firstBase(site)
  const postKey = postCodes?.join(' ')
  const edge = moves ? { top: 80, right: 60, bottom: 80, left: 60 } : { top: 28, right: 28, bottom: 28, left: 28 }
  const open = useEffectEvent((id: string) => void navigate(trailPath({ id })))
  const { map, isMissing } = useTrailMap(ground, () => ({
    view: site.defaultView,
    fit: { bounds: [boundsOf(around.flatMap(({ lines }) => lines)) ?? []].flat(), covered: edge },
    base,
    minZoom: site.defaultView.minZoom,
    maxZoom: site.defaultView.maxZoom,
    isDark: colourScheme === 'dark',
    moves,
    ...(moves && {
      onTapped: (features) => {
        const trail = features.find(({ layer }) => layer === 'trails')
        if (trail) open(trail.id)
      },
    }),
  }))
  useEffect(() => map?.setDark(colourScheme === 'dark'), [map, colourScheme])
  useEffect(() => {
    if (!map) return
    for (const layer of MAP_LAYERS) map.addLayer(layer)
    map.showPlaceNames(bundle.placeNames)
    map.put('trails', featuresOf(bundle, 'trails', conditionOf))
    const codes = postKey?.split(' ')
    map.put(
      'emergency-markers',
      featuresOf(bundle, 'emergency-markers').filter(({ id }) => codes?.includes(id) ?? true),
    )
    if (moves) map.put('networks', badgesOf(bundle, badges))
  }, [map, bundle, conditionOf, badges, postKey, moves])
  useEffect(() => {
    map?.select(selectedId === null ? null : { layer: 'trails', id: selectedId })
  }, [map, selectedId])
  if (isMissing) return <SampleNote />
  return (
    <Frame role="img" aria-label={name}>
      <div ref={ground} />
      {site.sample && <small className="sample">{MAP_MESSAGES.sample}</small>}
      <small className="credits">{base.attribution}</small>
    </Frame>
  )
}
