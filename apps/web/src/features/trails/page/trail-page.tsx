import { useSession } from '#data/session.ts'
import { usePublicHazards } from '#parts/map/public-hazards.ts'
import { useSiteDataState } from '#parts/trail/site-data.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { publicProblemsOn } from '../problems.ts'
import { NoTrailData, UnknownTrail } from './no-trail-data.tsx'
import { TrailView } from './trail-view.tsx'

/** Visitors don't download the database code, so the view that needs it is a separate part. */
const MemberTrail = part(() => import('./member-trail.tsx').then((m) => m.MemberTrail))

/** Keeps the footer below the first view. */
const Loading = styled('div')({ minHeight: '100dvh' })

/** Everyone sees the survey's hazards. Visitors also see public hazards, and people with an account see open Actions. */
export function TrailPage({ slug }: { slug: string }) {
  const { data, isMissing, tryAgain } = useSiteDataState()
  const person = useSession()
  const shown = usePublicHazards(person === null)
  if (isMissing) return <NoTrailData onTryAgain={tryAgain} />
  if (!data) return <Loading />
  const trail = data.bundle.trails.find(({ id }) => id === slug)
  if (!trail) return <UnknownTrail />
  const forVisitors = (
    <TrailView data={data} trail={trail} problems={publicProblemsOn(data, trail, shown?.hazards ?? [])} asOf={shown?.asOf ?? null} />
  )
  return person ? <MemberTrail data={data} trail={trail} fallback={forVisitors} failed={forVisitors} /> : forVisitors
}
