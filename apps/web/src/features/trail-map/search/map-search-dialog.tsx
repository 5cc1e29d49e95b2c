import type { Position } from '@trailwarden/domain'
import { markWords } from '@trailwarden/site'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { plain } from '#lib/plain-text.ts'
import { formatCoordinates, formatViewHash, showPath } from '#lib/view-hash.ts'
import type { FeatureRef, LonLat } from '#map/map-data.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { type Answer, type AnswerGroup, marked, SearchDialog } from '#parts/page/search-dialog.tsx'
import { boundsOf } from '#parts/place/bounds-of.ts'
import { knownPlace } from '#parts/place/own-position.ts'
import { useShownNetworks } from '#parts/status/network-conditions.ts'
import { useShownTrails } from '#parts/status/trail-conditions.ts'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { type SiteData, useSiteData } from '#parts/trail/site-data.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight, iconMap } from '#ui/icons/icons.ts'
import { iconHistory } from '#ui/icons/screen-icons.ts'
import { iconMyLocation } from '#ui/icons/tool-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { NumberForm } from '../controls/number-form.tsx'
import { nameOfRecord } from '../layers/map-records.ts'
import { findRecord } from '../layers/site-records.ts'
import { parseCoordinates, searchByName } from './find-on-map.ts'
import { farFrom, findNear } from './near-finds.ts'
import { clearRecentFinds, rememberFind, useRecentFinds } from './recent-finds.ts'

const MOST = 30
const CLOSE_UP = 16
const WHOLE_LINE = 14
const WHOLE_NETWORK = 12

const placePath = ([lng, lat]: LonLat) => `/map${formatViewHash({ lat, lng, zoom: CLOSE_UP })}`

const Acts = styled('div')({
  borderTop: `1px solid ${colour('line')}`,
  '& > button': {
    display: 'flex',
    justifyContent: 'flex-start',
    gap: 14,
    width: '100%',
    minHeight: 56,
    padding: '6px 16px',
    borderRadius: 0,
  },
  '& > button > span': { flex: 1, textAlign: 'left', color: colour('text'), font: font('600 15px/21px') },
})

const Rest = styled(Muted)({ padding: '24px', font: font('400 16px/24px'), textAlign: 'center' })

const COORDINATES = 'Coordinates'

/** Null until it is known, and if the person hasn't allowed it. */
function useKnownPlace(): Position | null {
  const [own, setOwn] = useState<Position | null>(null)
  useEffect(() => {
    let isOpen = true
    void knownPlace().then((at) => isOpen && setOwn(at))
    return () => {
      isOpen = false
    }
  }, [])
  return own
}

/** The status and the trail are in the second line, and the distance at the end. */
function useAnswers(data: SiteData | null, own: Position | null) {
  const shownTrail = useShownTrails()
  return (feature: FeatureRef, query: string, { isNear = false, isRecent = false } = {}): Answer[] => {
    const one = data && findRecord(data.bundle, feature)
    if (!one) return []
    const { title, detail, symbol, at } = nameOfRecord(one)
    // A result without a location leaves the map where it is.
    const hash = at ? formatViewHash({ lat: at[1], lng: at[0], zoom: symbol === 'line' ? WHOLE_LINE : CLOSE_UP }) : location.hash
    const stateOf = (trail: Parameters<typeof shownTrail>[0]) => {
      const { word, upcoming } = shownTrail(trail)
      return [word, ...upcoming.slice(0, 1).map((one) => one.title.charAt(0).toLowerCase() + one.title.slice(1))]
    }
    const secondOf = (): string => {
      if (one.source === 'trails') return [!isNear && 'Trail', ...stateOf(one.record)].filter(Boolean).join(' · ')
      if (one.source !== 'emergency-markers') return detail
      const [trail] = data.index.trailsOf(one.record)
      const isClosed = trail && shownTrail(trail).shape === 'Closed'
      return [isNear ? trail?.name : detail, !isNear && trail?.name, isClosed && 'Closed'].filter(Boolean).join(' · ')
    }
    const icon =
      one.source === 'trails' ? (
        <GradeShape grade={one.record.rating} />
      ) : symbol === 'line' ? (
        <Icon path={iconMap} />
      ) : (
        <MarkerSymbol name={symbol} size={32} />
      )
    const name = isNear && one.source === 'emergency-markers' ? `Post ${title}` : title
    const end = farFrom(data, feature, own)
    return [
      {
        id: `${feature.layer}:${feature.id}`,
        to: showPath(feature, hash),
        icon: isRecent ? <Icon path={iconHistory} /> : icon,
        name: query ? marked(markWords(name, plain(query).split(' '))) : name,
        second: secondOf(),
        ...(end && { end }),
      },
    ]
  }
}

export function MapSearchDialog({ label, onClose }: { label: string; onClose: () => void }) {
  const navigate = useNavigate()
  const { site } = usePageData()
  const data = useSiteData()
  const own = useKnownPlace()
  const recent = useRecentFinds()
  const networks = useShownNetworks()
  const answersOf = useAnswers(data, own)
  const [query, setQuery] = useState('')
  const [isNumbers, setIsNumbers] = useState(false)
  const isEmpty = query.trim() === ''
  const found = useMemo(() => (data ? searchByName(data.bundle, query, MOST) : []), [data, query])
  const coordinates = parseCoordinates(query)
  const groups = isEmpty ? beforeTyping() : whileTyping()
  const count = groups.reduce((sum, { answers }) => sum + answers.length, 0)

  function beforeTyping(): AnswerGroup[] {
    if (!data) return []
    const near = own ? findNear(data, own).flatMap((feature) => answersOf(feature, '', { isNear: true })) : []
    const isListed = new Set(near.map(({ id }) => id))
    const recently = recent.flatMap((feature) => answersOf(feature, '', { isRecent: true })).filter(({ id }) => !isListed.has(id))
    const all = [
      { title: 'Near you', answers: near },
      { title: 'Recent', answers: recently },
      { title: 'Networks', answers: near.length > 0 ? [] : networks.flatMap(networkAnswer) },
    ]
    return all.filter(({ answers }) => answers.length > 0)
  }

  function networkAnswer({ id, name, word }: (typeof networks)[number]): Answer[] {
    const areas = new Set(site.areas.filter((area) => area.networkId === id).map((area) => area.name))
    const box = boundsOf(data?.bundle.trails.flatMap(({ area, lines }) => (area && areas.has(area) ? lines : [])) ?? [])
    if (!box) return []
    const view = { lat: (box.south + box.north) / 2, lng: (box.west + box.east) / 2, zoom: WHOLE_NETWORK }
    return [{ id: `network:${id}`, to: `/map${formatViewHash(view)}`, icon: <Icon path={iconMap} />, name, second: word }]
  }

  function whileTyping(): AnswerGroup[] {
    if (data && Array.isArray(coordinates)) {
      const [lng, lat] = coordinates as LonLat
      const second = data.index.describe({ position: [lng, lat], accuracyM: null }) ?? 'A location on the map'
      const icon = <Icon path={iconMyLocation} />
      return [
        { title: COORDINATES, answers: [{ id: 'place', to: placePath([lng, lat]), icon, name: formatCoordinates(lat, lng), second }] },
      ]
    }
    const answers = found.flatMap(({ feature }) => answersOf(feature, query))
    return answers.length > 0 ? [{ title: 'Found', answers }] : []
  }

  function statusText(): string {
    if (!data) return 'Trail data hasn’t loaded yet.'
    if (isEmpty) return ''
    if (typeof coordinates === 'string') return coordinates
    if (count === 0) return `Nothing found for “${query.trim()}”. Check the spelling, or type the code on a post.`
    return count === MOST ? `Showing the first ${MOST}` : `${count} found`
  }

  return (
    <SearchDialog
      title="Search the map"
      label={label}
      listLabel="Found on the map"
      query={query}
      onQuery={setQuery}
      groups={groups}
      alwaysHeads={isEmpty}
      replaces
      escapeClears
      status={statusText()}
      onChosen={({ id }) => {
        const [layer = '', ...rest] = id.split(':')
        if (data && findRecord(data.bundle, { layer, id: rest.join(':') })) rememberFind({ layer, id: rest.join(':') })
      }}
      onClose={onClose}
    >
      {!isEmpty && count > 0 && count < MOST && !coordinates && <Rest>Nothing else matches. You can also type the code on a post.</Rest>}
      {isEmpty && (
        <Acts>
          {recent.length > 0 && (
            <Button variant="text" onClick={clearRecentFinds}>
              <Icon path={iconHistory} />
              <span>Clear recent searches</span>
            </Button>
          )}
          <Button variant="text" aria-expanded={isNumbers} onClick={() => setIsNumbers(!isNumbers)}>
            <Icon path={iconMyLocation} />
            <span>Enter coordinates</span>
            <Icon path={iconChevronRight} />
          </Button>
          {isNumbers && (
            <NumberForm
              onPlace={(at) => {
                onClose()
                void navigate(placePath(at), { replace: true })
              }}
            />
          )}
        </Acts>
      )}
    </SearchDialog>
  )
}
