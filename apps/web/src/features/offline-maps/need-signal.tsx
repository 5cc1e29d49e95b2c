import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { Muted } from '#ui/card.tsx'

export function NeedSignal() {
  const { site } = usePageData()
  const role = useSession()?.role ?? 0
  const titles = site.baseMaps.filter((base) => !base.offlineAllowed && role >= (base.role ?? 0)).map(({ title }) => title)
  if (titles.length === 0) return null
  return <Muted>Not available offline: {titles.join(', ')}. Their licences don’t allow downloads.</Muted>
}
