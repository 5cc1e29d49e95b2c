import { styled } from '@mui/material/styles'
import type { TopAlerts } from '#parts/feature.ts'
import { colour } from '#ui/theme/theme.ts'

/** Alerts are found by file name, because home would otherwise wait for the list of features. */
const FOUND = Object.entries(import.meta.glob<TopAlerts>('../../features/*/top-alerts.ts', { eager: true, import: 'topAlerts' }))

/** The app finds the server's markup of the alerts by this id. */
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
