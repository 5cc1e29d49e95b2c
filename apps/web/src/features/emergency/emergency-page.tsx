import { usePageData } from '#data/page-data.ts'
import type { SiteData } from '#parts/trail/site-data.ts'
import { EmergencyScreen } from './emergency-screen.tsx'

const POST = '/m/'

function codeOfPath(path: string): string | null {
  if (!path.startsWith(POST)) return null
  try {
    return decodeURIComponent(path.slice(POST.length))
  } catch {
    return path.slice(POST.length)
  }
}

/** The server passes `network`, and the browser reads it from the device. */
export function EmergencyPage({ path, network }: { path: string; network: SiteData | null }) {
  const { site } = usePageData()
  return <EmergencyScreen site={site} network={network} code={codeOfPath(path)} close={{ href: '/' }} />
}
