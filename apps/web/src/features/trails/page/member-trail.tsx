import type { Trail } from '@trailwarden/site'
import { useRecords } from '#data/use-records.ts'
import type { SiteData } from '#parts/trail/site-data.ts'
import { problemsOn } from '../problems.ts'
import { TrailView } from './trail-view.tsx'

export function MemberTrail({ data, trail }: { data: SiteData; trail: Trail }) {
  const views = useRecords('actions of trails', {
    kind: 'action',
    index: { name: 'status', equals: 'Unresolved' },
    where: ({ status }) => status === 'Unresolved',
  })
  const actions = views?.map((view) => view.data) ?? []
  return <TrailView data={data} trail={trail} problems={problemsOn(data, trail, actions)} />
}
