import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { isPromptOn, setPrompt } from '#platform/prompt-memory.ts'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconDownload } from '#ui/screen-icons.ts'

/** Offered on home until someone has followed it once, and never where no map may be stored. */
export function DownloadMapsPrompt() {
  const { site } = usePageData()
  const [isOn] = useState(() => isPromptOn('download-maps-prompt'))
  if (!isOn || site.offlineMaps.length === 0 || !site.baseMaps.some(({ offlineAllowed }) => offlineAllowed)) return null
  return (
    <PaddedCard>
      <CardHeading>Download maps</CardHeading>
      <Muted>Large parts of the trails have no phone signal. Take the map with you.</Muted>
      <Button variant="outlined" component={Link} to="/offline" onClick={() => setPrompt('download-maps-prompt', false)}>
        <Icon path={iconDownload} />
        Download maps
      </Button>
    </PaddedCard>
  )
}
