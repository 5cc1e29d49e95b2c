/** Alerts at the top of a screen: managers' notices first, then warnings from other agencies. */
import { styled } from '@mui/material/styles'
import type { TopAlerts } from '#parts/feature.ts'
import { colour } from '#ui/theme/theme.ts'

/** The alerts of all features, sorted by folder. They are found by file name, because home would otherwise wait for the feature list. */
const FOUND = Object.entries(import.meta.glob<TopAlerts>('../../features/*/top-alerts.ts', { eager: true, import: 'topAlerts' }))

/** The app uses this id to find the server's markup of the alerts. */
export const Alerts = () => (
  <div id="alerts">
    {FOUND.map(([file, { AboveHome }]) => (
      <AboveHome key={file} />
    ))}
  </div>
)

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  padding: '6px 12px',
  borderBottom: `1px solid ${colour('line')}`,
  background: colour('surface'),
})

export const MapAlerts = () => (
  <Row>
    {FOUND.map(([file, { AboveMap }]) => (
      <AboveMap key={file} />
    ))}
  </Row>
)
