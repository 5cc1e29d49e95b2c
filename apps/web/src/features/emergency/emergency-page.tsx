import { usePageData } from '#data/page-data.ts'
import type { SiteData } from '#parts/site-data.ts'
import { EmergencyScreen } from './emergency-screen.tsx'

const POST = '/m/'

/** 'BT/BF02' of '/m/BT%2FBF02' or '/m/BT/BF02'; null on /emergency itself. */
function codeOfPath(path: string): string | null {
  if (!path.startsWith(POST)) return null
  try {
    return decodeURIComponent(path.slice(POST.length))
  } catch {
    return path.slice(POST.length)
  }
}

/** The page that the server serves; `network` is at hand there, and read from the device in the browser. */
export function EmergencyPage({ path, network }: { path: string; network: SiteData | null }) {
  const { site } = usePageData()
  return <EmergencyScreen site={site} network={network} code={codeOfPath(path)} close={{ href: '/' }} />
}
