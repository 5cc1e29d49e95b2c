import { styled } from '@mui/material/styles'
import { profileOf, slopesOf } from '@trailwarden/domain'
import { networkIdOf, type Trail } from '@trailwarden/site'
import { usePageData } from '#data/page-data.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import { useShownTrails } from '#parts/status/trail-conditions.ts'
import { SampleNote } from '#parts/trail/sample-note.tsx'
import type { SiteData } from '#parts/trail/site-data.ts'
import { kindText } from '#parts/trail/trail-words.ts'
import { useIsWritten } from '#platform/clock.ts'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { useNamedScreen } from '#ui/screen-name.ts'
import { DESKTOP } from '#ui/theme/theme.ts'
import { CardTop } from '../card-top.tsx'
import { ProblemList } from '../problem-list.tsx'
import type { Problem } from '../problems.ts'
import { TrailsMap } from '../trails-map.tsx'
import { Elevation } from './elevation.tsx'
import { PostStrip } from './post-strip.tsx'
import { TrailActs } from './trail-acts.tsx'
import { TrailHead } from './trail-head.tsx'

const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  paddingBottom: 12,
  '& > p': { margin: '12px 12px 0' },
  // On a phone, the head uses the full width, but the cards below have margins.
  '& > div': { display: 'contents' },
  '& > div > section': { order: 2, margin: '0 12px' },
  // On a phone, the picture comes second. On a desktop, it is in the other column.
  '& > div > section.picture': { order: 1 },
  '& > div > section.head': { order: 0, margin: 0, borderRadius: 0, borderWidth: '0 0 1px' },
  [DESKTOP]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(340px, 440px)',
    gap: 24,
    alignItems: 'start',
    padding: 24,
    '& > p': { gridColumn: '1 / -1', margin: 0 },
    '& > div': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 },
    '& > div > section:nth-of-type(n)': { order: 0, margin: 0, borderRadius: 12, borderWidth: 1 },
  },
})

const Picture = styled(Card)({
  overflow: 'hidden',
  height: 190,
  '&:empty': { display: 'none' },
  [DESKTOP]: { height: 300 },
})

const Padded = styled('div')({ padding: '4px 16px 12px', '& p': { overflowWrap: 'anywhere' }, '& p + p': { marginTop: 8 } })

/** `asOf` is the time when the problems were last received. Null means that sync keeps them up to date. */
type Props = { data: SiteData; trail: Trail; problems: readonly Problem[]; asOf?: string | null }

export function TrailView({ data: { bundle, index }, trail, problems, asOf = null }: Props) {
  useNamedScreen(trail.name)
  const { site } = usePageData()
  const network = site.networks.find(({ id }) => id === networkIdOf(site, trail)) ?? null
  const profile = profileOf(trail)
  const slopes = slopesOf(profile.map(({ heightM }) => heightM))
  const posts = index.markersAlong(trail)
  const start = trail.lines[0]?.[0] ?? null
  const status = useShownTrails(useIsWritten())(trail)
  const facts = [
    ['Type', kindText(trail)],
    ['Direction', trail.type === 'descent' ? 'One way, downhill' : null],
    ['Trailhead', start && formatCoordinates(start[1], start[0])],
  ] as const
  return (
    <Page>
      <SampleNote />
      <div>
        <Card className="head">
          <TrailHead trail={trail} networkName={network?.name ?? null} status={status} slopes={slopes} rideKmh={site.speeds.rideKmh} />
          <TrailActs trail={trail} status={status} start={start} />
        </Card>
        <Elevation profile={profile} posts={posts.map(({ marker, alongM }) => ({ code: marker.code, alongM }))} slopes={slopes} />
        <ProblemList problems={problems} asOf={asOf} />
      </div>
      <div>
        <Picture className="picture" data-needs-script>
          <TrailsMap
            bundle={bundle}
            around={[trail]}
            selectedId={trail.id}
            postCodes={posts.map(({ marker }) => marker.code)}
            moves={false}
            name={`Map of ${trail.name}`}
          />
        </Picture>
        <PostStrip trail={trail} lengthM={index.lengthOf(trail)} status={status} posts={posts} problems={problems} site={site} />
        <Card aria-labelledby="about">
          <CardTop id="about" title="About this trail" />
          <Padded>
            {trail.notes?.split(/\n\s*\n/).map((text) => (
              // The survey data uses this paragraph as a heading.
              <p key={text}>{text === 'Additional Notes' ? <b>Additional notes</b> : text}</p>
            ))}
            <Facts>
              {facts.map(
                ([name, value]) =>
                  value && (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  ),
              )}
            </Facts>
          </Padded>
        </Card>
      </div>
    </Page>
  )
}
