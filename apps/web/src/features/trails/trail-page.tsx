import { Navigate } from 'react-router'
import { useSession } from '#data/session.ts'
import { usePublicHazards } from '#parts/public-hazards.ts'
import { useSiteDataState } from '#parts/site-data.ts'
import { part } from '#ui/part.tsx'
import { NoTrailData } from './no-trail-data.tsx'
import { publicProblemsOn } from './problems.ts'
import { TrailView } from './trail-view.tsx'

/** With the person's own database, which a visitor need not download. */
const MemberTrail = part(() => import('./member-trail.tsx').then((m) => m.MemberTrail))

/** One trail: everybody sees the hazards of the survey, visitors also those that the team shows, people who are signed in what is reported and not done. */
export function TrailPage({ slug }: { slug: string }) {
  const { data, isMissing, tryAgain } = useSiteDataState()
  const person = useSession()
  const shown = usePublicHazards(person === null)
  if (isMissing) return <NoTrailData onTryAgain={tryAgain} />
  if (!data) return null
  const trail = data.bundle.trails.find(({ id }) => id === slug)
  if (!trail) return <Navigate to="/404" replace />
  const forVisitors = (
    <TrailView data={data} trail={trail} problems={publicProblemsOn(data, trail, shown?.hazards ?? [])} asOf={shown?.asOf ?? null} />
  )
  return person ? <MemberTrail data={data} trail={trail} fallback={forVisitors} failed={forVisitors} /> : forVisitors
}
