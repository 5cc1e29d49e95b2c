import { isManager, profileOf, slopesOf } from '@trailwarden/domain'
import { networkIdOf, type Trail } from '@trailwarden/site'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { showPath } from '#lib/view-hash.ts'
import { useShownTrails } from '#parts/status/trail-conditions.ts'
import { SampleNote } from '#parts/trail/sample-note.tsx'
import type { SiteData } from '#parts/trail/site-data.ts'
import { TrailActs } from '#parts/trail/trail-acts.tsx'
import { splitNotes } from '#parts/trail/trail-notes.ts'
import { useIsWritten } from '#platform/clock.ts'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconMap } from '#ui/icons/icons.ts'
import { iconEdit } from '#ui/icons/screen-icons.ts'
import { useNamedScreen } from '#ui/screen-name.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { CardTop } from '../card-top.tsx'
import { ProblemList } from '../problem-list.tsx'
import type { Problem } from '../problems.ts'
import { TrailsMap } from '../trails-map.tsx'
import { Elevation } from './elevation.tsx'
import { PostStrip } from './post-strip.tsx'
import { TrailHead } from './trail-head.tsx'

const Page = styled('div')({
  display: 'grid',
  // The footer stays below the first view while parts of the page load.
  minHeight: '100dvh',
  alignContent: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 14,
  paddingBottom: 20,
  // On a phone, the head and the actions use the full width, but the cards below have margins.
  '& > div': { display: 'contents' },
  '& > div > section': { order: 2, margin: '0 16px' },
  '& > div > :is(.head, .acts)': { order: 0, margin: 0, borderRadius: 0, borderWidth: 0 },
  '& > div > .acts': { marginTop: -14, borderBottomWidth: 1 },
  '& > div > :is(.description, .picture)': { order: 1 },
  [DESKTOP]: {
    gridTemplateColumns: 'minmax(0, 1fr) 420px',
    gap: 20,
    alignItems: 'start',
    padding: '20px 24px',
    '& > div': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 },
    '& > div > section:nth-of-type(n)': { margin: 0, borderRadius: 12, borderWidth: 1 },
    '& > div > .head': { overflow: 'hidden', '& dd': { font: font('700 22px/28px') } },
    // The description continues the head's card.
    '& > div > .head:has(+ .description)': { borderRadius: '12px 12px 0 0', borderBottomWidth: 0, '& dl': { borderBottomWidth: 0 } },
    '& > div > .head + .description:nth-of-type(n)': { marginTop: -16, borderRadius: '0 0 12px 12px' },
  },
})

const Text = styled(Card)({
  padding: '14px 16px',
  font: font('400 16px/24px'),
  overflowWrap: 'anywhere',
  '& p + p': { marginTop: 8 },
})

const Operators = styled(Card)({ '& > p': { padding: '0 16px 14px', font: font('400 15px/22px'), overflowWrap: 'anywhere' } })

const Picture = styled(Card)({
  overflow: 'hidden',
  '& > div': { height: 240, [DESKTOP]: { height: 330 } },
  '& > div:empty': { display: 'none' },
  '& p': { margin: '12px 16px' },
  '& > a': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 10,
    minHeight: 48,
    borderTop: `1px solid ${colour('line')}`,
    color: colour('link'),
    font: font('600 15px/20px'),
    textDecoration: 'none',
    outlineOffset: -4,
  },
})

/** `asOf` is the time when the problems were last received. Null means that sync keeps them up to date. */
type Props = { data: SiteData; trail: Trail; problems: readonly Problem[]; asOf?: string | null }

export function TrailView({ data: { bundle, index }, trail, problems, asOf = null }: Props) {
  useNamedScreen(trail.name)
  const { site } = usePageData()
  const person = useSession()
  const network = site.networks.find(({ id }) => id === networkIdOf(site, trail)) ?? null
  const profile = profileOf(trail)
  const slopes = slopesOf(profile.map(({ heightM }) => heightM))
  const posts = index.markersAlong(trail)
  const status = useShownTrails(useIsWritten())(trail)
  const { description, forOperators } = splitNotes(trail.notes)
  return (
    <Page>
      <div>
        <Card className="head">
          <TrailHead trail={trail} networkName={network?.name ?? null} status={status} rideKmh={site.speeds.rideKmh} />
        </Card>
        {description.length > 0 && (
          <Text className="description" aria-label="Description">
            {description.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Text>
        )}
        <Picture className="picture" aria-label="Map">
          <noscript>
            <SampleNote />
          </noscript>
          <div data-needs-script>
            <TrailsMap
              bundle={bundle}
              around={[trail]}
              selectedId={trail.id}
              postCodes={posts.map(({ marker }) => marker.code)}
              moves={false}
              name={`Map of ${trail.name}`}
            />
          </div>
          <Link to={showPath({ layer: 'trails', id: trail.id }, '')}>
            <Icon path={iconMap} />
            Open map
          </Link>
          {person && isManager(person) && (
            <Link to={`/geopoints/line/${trail.id}`}>
              <Icon path={iconEdit} />
              Edit trail line
            </Link>
          )}
        </Picture>
      </div>
      <div>
        <Card className="acts" aria-label="Shortcuts">
          <TrailActs trail={trail} />
        </Card>
        <Elevation profile={profile} posts={posts.map(({ marker, alongM }) => ({ code: marker.code, alongM }))} slopes={slopes} />
        <ProblemList problems={problems} asOf={asOf} />
        <PostStrip trail={trail} lengthM={index.lengthOf(trail)} status={status} posts={posts} problems={problems} site={site} />
        {forOperators.length > 0 && (
          <Operators aria-labelledby="operators">
            <CardTop id="operators" title="For operators" />
            {forOperators.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Operators>
        )}
      </div>
    </Page>
  )
}
