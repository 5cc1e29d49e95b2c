import { timeSince } from '@trailwarden/domain'
import { usePageData } from '#data/page-data.ts'
import { useSiteData } from '#parts/trail/site-data.ts'
import { useNow } from '#platform/clock.ts'
import { Card, CardHeading } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { linesAboutTrails } from './trail-lines.ts'
import type { SeenUpdate } from './updates.ts'

const Lines = styled('ul')({
  '& li': { padding: '10px 16px', borderTop: `1px solid ${colour('line')}`, overflowWrap: 'anywhere' },
})

export function UpdateTrailList({ update: { networks, trails, closures, createdAt } }: { update: SeenUpdate }) {
  const { site } = usePageData()
  const now = timeSince(createdAt, useNow())
  const data = useSiteData()
  const lines = Object.keys(networks).flatMap((id) =>
    linesAboutTrails({ words: trails, closures }, id, data?.bundle.trails ?? [], site, now),
  )
  if (lines.length === 0) return null
  return (
    <Card aria-labelledby="update-trails">
      <CardHeading id="update-trails">Trails</CardHeading>
      <Lines>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Lines>
    </Card>
  )
}
