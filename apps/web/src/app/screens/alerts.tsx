/** What people must know before they look at anything else: notices of managers, then warnings by others. */
import { styled } from '@mui/material/styles'
import { MapNotices, PublicNotices } from '#features/notices/public-notices.tsx'
import { MapWarnings, Warnings } from '#features/warnings/warnings.tsx'
import { DESKTOP } from '#ui/theme.ts'

/** Named, so that the app finds what the server wrote of it. */
export const Alerts = () => (
  <div id="alerts">
    <PublicNotices />
    <Warnings />
  </div>
)

// Below the note that the data is a sample.
const OnMap = styled('div')({
  position: 'absolute',
  zIndex: 2,
  top: 40,
  left: 12,
  display: 'grid',
  gap: 8,
  maxWidth: 'calc(100% - 24px)',
  // Beside the list of networks.
  [DESKTOP]: { top: 56, left: 392, maxWidth: 'calc(100% - 404px)' },
  // What lies between the lines is the map's.
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto', justifySelf: 'start' },
})

export const MapAlerts = () => (
  <OnMap>
    <MapNotices />
    <MapWarnings />
  </OnMap>
)
