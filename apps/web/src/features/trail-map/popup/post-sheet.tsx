import { signalBand, spokenCode } from '@trailwarden/domain'
import { type EmergencyMarker, networkIdOf, type Site } from '@trailwarden/site'
import type { ReactNode } from 'react'
import { formatCoordinates, formatViewHash, showPath } from '#lib/view-hash.ts'
import { SignalBars } from '#parts/emergency/signal-bars.tsx'
import { landingText, neighboursOf, wayText } from '#parts/emergency/survey-text.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { share } from '#parts/page/share.ts'
import { copyCoordinates } from '#parts/place/copy-coordinates.ts'
import { useDirections } from '#parts/place/directions.tsx'
import { iconContentCopy } from '#parts/place/place-icons.ts'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight, iconShare, iconSos } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { Panel } from '../panels/panel.tsx'
import { iconCar } from '../panels/panel-icons.ts'
import { FactList, FactRow, NOT_RECORDED } from './popup.tsx'
import { bandText, HelicopterFacts, RecordFacts, SignalTable, TravelTimes, terrainOf, WayFacts } from './survey-facts.tsx'

const Emergency = styled('a')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 12,
  minHeight: 56,
  margin: '0 16px 10px',
  borderRadius: 8,
  background: colour('emergency'),
  color: colour('onEmergency'),
  font: font('600 16px/24px'),
  textDecoration: 'none',
})

const Acts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 8,
  padding: '0 16px 12px',
  '& a, & button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 8,
    minHeight: 48,
    padding: '0 4px',
    border: `1.5px solid ${colour('outline')}`,
    borderRadius: 8,
    background: colour('surface'),
    color: colour('link'),
    font: font('600 15px/18px'),
    textDecoration: 'none',
    cursor: 'pointer',
  },
  '& [data-place]': {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    font: font('500 15px/20px'),
    '& p': { flex: 1 },
    '& button': { padding: '0 14px' },
  },
  '@media (max-width: 359px)': { gridTemplateColumns: 'auto 1fr 1fr', '& a, & button': { gap: 6, padding: '0 8px' } },
})

const Signal = styled('ul')({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  borderTop: `1px solid ${colour('line')}`,
  '& li': { display: 'flex', alignItems: 'center', gap: 12, padding: '10px 16px' },
  '& li + li': { borderLeft: `1px solid ${colour('line')}` },
  '& b, & small': { display: 'block' },
  '& b': { font: font('600 16px/20px') },
  '& small': { font: font('400 14px/18px'), color: colour('text2') },
  '@media (max-width: 359px)': { '& li': { gap: 8, padding: '10px 8px 10px 12px' } },
})

const Everything = styled('details')({
  borderTop: `1px solid ${colour('line')}`,
  '& summary': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 6,
    minHeight: 48,
    color: colour('link'),
    font: font('600 15px/20px'),
    cursor: 'pointer',
    listStyle: 'none',
    outlineOffset: -4,
    '&::-webkit-details-marker': { display: 'none' },
  },
  '&[open] summary svg': { transform: 'rotate(90deg)' },
  '& section': { padding: '10px 16px 6px', borderTop: `1px solid ${colour('line')}` },
  '& h3': { font: font('700 16px/22px') },
  '& h3 + p': { padding: '6px 0', font: font('500 15px/21px') },
})

/** The sheet begins with what to say, how to call for help, and how people get there. */
export function PostSheet({
  post,
  site,
  onClose,
  children,
}: {
  post: EmergencyMarker
  site: Site
  onClose: () => void
  children: ReactNode
}) {
  const { code, position, access, egress, helicopter, readings } = post
  const [lng, lat] = position
  const data = useSiteData()
  const trails = data?.index.trailsOf(post) ?? []
  const neighbours = data ? neighboursOf(data, post, trails) : { previous: null, next: null }
  const network = site.networks.find(({ id }) => id === networkIdOf(site, post))?.name ?? post.area
  const where = [...new Set([...trails.map(({ name }) => name), network].filter(Boolean))].join(', ')
  const [wayIn, wayOut, landing] = [
    wayText(access, position, neighbours),
    wayText(egress, position, neighbours),
    landingText(helicopter, position),
  ]
  const directions = useDirections(position, code, 20)
  const sharePost = () => {
    const url = location.origin + showPath({ layer: 'emergency-markers', id: code }, formatViewHash({ lat, lng, zoom: 16 }))
    void share(`Emergency post ${code}`, [`Emergency post ${code}`, where, formatCoordinates(lat, lng)].filter(Boolean).join(', '), url)
  }
  return (
    <Panel
      title={code}
      name={`Emergency post ${code}`}
      lead={['Emergency post', where].filter(Boolean).join(' · ')}
      detail={spokenCode(code)}
      side="left"
      isLarge
      onClose={onClose}
    >
      {/* The post's page works without the app's scripts. */}
      <Emergency href={`/m/${encodeURIComponent(code)}`}>
        <Icon path={iconSos} />
        Emergency at {code}
      </Emergency>
      <Acts>
        {directions.button}
        <button type="button" aria-label="Copy coordinates" onClick={() => void copyCoordinates(lat, lng)}>
          <Icon path={iconContentCopy} size={20} />
          Copy
        </button>
        <button type="button" onClick={sharePost}>
          <Icon path={iconShare} size={20} />
          Share
        </button>
        {directions.place}
      </Acts>
      {site.carriers.length > 0 && (
        <Signal aria-label="Signal at the post">
          {site.carriers.map(({ id, title }) => {
            const band = signalBand(readings[id] ?? null, site.signalBands)
            return (
              <li key={id}>
                <SignalBars band={band} />
                <span>
                  <b>{title}</b> <small>{bandText(band)}</small>
                </span>
              </li>
            )
          })}
        </Signal>
      )}
      <FactRow>
        <Icon path={iconCar} />
        <div>
          <h3>Way in for vehicles</h3>
          <p>{wayIn ?? NOT_RECORDED}</p>
        </div>
      </FactRow>
      {landing && (
        <FactRow>
          <MarkerSymbol name="helicopter-lz" size={26} />
          <div>
            <h3>Helicopter</h3>
            <p>{landing}</p>
          </div>
        </FactRow>
      )}
      <Everything>
        <summary>
          Everything we know about {code}
          <Icon path={iconChevronRight} />
        </summary>
        <section>
          <h3>Signal</h3>
          <SignalTable readings={readings} site={site} />
        </section>
        <section>
          <h3>Way in</h3>
          <WayFacts way={access} />
        </section>
        <section>
          <h3>Way out</h3>
          {wayOut && <p>{wayOut}</p>}
          <WayFacts way={egress} />
        </section>
        <section>
          <h3>Helicopter landing</h3>
          <HelicopterFacts record={post} />
        </section>
        <section>
          <h3>Distance to 2WD track</h3>
          <TravelTimes metres={post.distance2wdM} speeds={site.speeds} />
        </section>
        <section>
          <h3>Trail here</h3>
          <FactList facts={terrainOf(post)} />
        </section>
        <section>
          <h3>Record</h3>
          <RecordFacts record={post} />
        </section>
      </Everything>
      {children}
    </Panel>
  )
}
