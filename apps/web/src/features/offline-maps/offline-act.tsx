import { Link } from 'react-router'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconDownload } from '#ui/icons/icons.ts'
import { iconDownloadDone } from '#ui/icons/screen-icons.ts'
import { usePacks } from './packs/use-packs.ts'
import { listWholeMaps } from './packs/whole-maps.ts'

/** The label shows whether this network's map was last found complete. */
export function OfflineAct({ networkId }: { networkId: string | null }) {
  const pack = usePacks().find(({ slug }) => slug === networkId)
  const isHere = pack !== undefined && listWholeMaps()[pack.cacheName] !== undefined
  return (
    <Link to="/offline">
      <Icon path={isHere ? iconDownloadDone : iconDownload} />
      {isHere ? `On this ${thisDevice()}` : 'Offline'}
    </Link>
  )
}
