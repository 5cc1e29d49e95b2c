import { useMemo } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { type MapPack, packsOf } from './map-pack.ts'

export function usePacks(): readonly MapPack[] {
  const { site } = usePageData()
  const role = useSession()?.role ?? 0
  return useMemo(() => packsOf(site, role), [site, role])
}
