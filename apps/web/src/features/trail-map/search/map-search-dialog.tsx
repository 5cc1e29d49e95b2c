import { styled } from '@mui/material/styles'
import { markWords, type SiteBundle } from '@trailwarden/site'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { plain } from '#lib/plain-text.ts'
import { formatCoordinates, formatViewHash, showPath } from '#lib/view-hash.ts'
import type { LonLat } from '#map/map-data.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { type Answer, type AnswerGroup, marked, SearchDialog } from '#parts/page/search-dialog.tsx'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { type SiteData, useSiteData } from '#parts/trail/site-data.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconMap } from '#ui/icons/icons.ts'
import { iconMyLocation } from '#ui/icons/tool-icons.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'
import { NumberForm } from '../controls/number-form.tsx'
import { findRecord } from '../layers/site-records.ts'
import type { NamedFeature } from '../panels/named-list.tsx'
import { parseCoordinates, searchByName } from './find-on-map.ts'

const MOST = 30
const CLOSE_UP = 16
const WHOLE_LINE = 14

const placePath = ([lng, lat]: LonLat) => `/map${formatViewHash({ lat, lng, zoom: CLOSE_UP })}`

const GROUP_OF: Readonly<Record<string, string>> = { trails: 'Trails', 'emergency-markers': 'Emergency posts' }

function answerOf({ feature, named: { title, detail, symbol, at } }: NamedFeature, bundle: SiteBundle, query: string): Answer {
  const record = findRecord(bundle, feature)
  // A result without a location leaves the map where it is.
  const hash = at ? formatViewHash({ lat: at[1], lng: at[0], zoom: symbol === 'line' ? WHOLE_LINE : CLOSE_UP }) : location.hash
  return {
    id: `${feature.layer}-${feature.id}`,
    to: showPath(feature, hash),
    icon:
      record?.source === 'trails' ? (
        <GradeShape grade={record.record.rating} />
      ) : symbol === 'line' ? (
        <Icon path={iconMap} />
      ) : (
        <MarkerSymbol name={symbol} size={32} />
      ),
    name: marked(markWords(title, plain(query).split(' '))),
    second: detail,
  }
}

/** The group of the best match comes first. */
function search({ bundle, index }: SiteData, query: string): AnswerGroup[] {
  const place = parseCoordinates(query)
  if (place) {
    const second = index.describe({ position: place, accuracyM: null }) ?? 'A place on the map'
    const name = formatCoordinates(place[1], place[0])
    return [{ title: 'Coordinates', answers: [{ id: 'place', to: placePath(place), icon: <Icon path={iconMyLocation} />, name, second }] }]
  }
  const groups = new Map<string, Answer[]>()
  for (const hit of searchByName(bundle, query, MOST)) {
    const title = GROUP_OF[hit.feature.layer] ?? 'Places and access'
    groups.set(title, [...(groups.get(title) ?? []), answerOf(hit, bundle, query)])
  }
  return [...groups].map(([title, answers]) => ({ title, answers }))
}

export function MapSearchDialog({ label, onClose }: { label: string; onClose: () => void }) {
  const navigate = useNavigate()
  const data = useSiteData()
  const [query, setQuery] = useState('')
  const groups = useMemo(() => (data ? search(data, query) : []), [data, query])
  const count = groups.reduce((sum, { answers }) => sum + answers.length, 0)
  const isEmpty = query.trim() === ''
  return (
    <SearchDialog
      title="Search the map"
      label={label}
      listLabel="Found on the map"
      query={query}
      onQuery={setQuery}
      groups={groups}
      alwaysHeads
      replaces
      status={statusOf(isEmpty, count, data !== null)}
      onClose={onClose}
    >
      {isEmpty && data && <Kinds bundle={data.bundle} />}
      {isEmpty && (
        <NumberForm
          onPlace={(at) => {
            onClose()
            void navigate(placePath(at), { replace: true })
          }}
        />
      )}
    </SearchDialog>
  )
}

function statusOf(isEmpty: boolean, count: number, hasData: boolean): string {
  if (!hasData) return 'Trail data hasn’t loaded yet.'
  if (isEmpty) return 'What you can search for'
  if (count === 0) return 'Nothing found. Try a trail name, the code on a post, or coordinates.'
  return count === MOST ? `The first ${MOST}` : `${count} found`
}

const KindList = styled('ul')({
  overflowY: 'auto',
  '& li': { display: 'flex', alignItems: 'center', gap: 14, minHeight: 56, padding: '6px 16px', borderTop: `1px solid ${colour('line')}` },
  '& i': { flex: 'none', display: 'grid', placeItems: 'center', width: 32, color: colour('text2') },
  '& b, & small': { display: 'block', overflowWrap: 'anywhere' },
  '& b': { font: font('600 16px/22px') },
  '& small': { fontSize: rem(14), lineHeight: rem(20), color: colour('text2') },
})

/** The examples come from this site. */
function Kinds({ bundle: { trails, markers, places } }: { bundle: SiteBundle }) {
  const [trail, post, place] = [trails[0], markers[0], places[0]]
  const kinds: [ReactNode, string, string | undefined][] = [
    [<GradeShape key="icon" grade={trail?.rating ?? null} />, 'Trails', trail?.name],
    [<MarkerSymbol key="icon" name="emergency-marker" size={32} />, 'Emergency posts', post?.code],
    [<MarkerSymbol key="icon" name="poi" size={32} />, 'Places and access', place?.name],
    [<Icon key="icon" path={iconMyLocation} />, 'Coordinates', post && formatCoordinates(post.position[1], post.position[0])],
  ]
  return (
    <KindList>
      {kinds.map(
        ([icon, kind, example]) =>
          example && (
            <li key={kind}>
              <i>{icon}</i>
              <span>
                <b>{kind}</b>
                <small>For example {example}</small>
              </span>
            </li>
          ),
      )}
    </KindList>
  )
}
