import type { TopAlerts } from '#parts/feature.ts'

/** Alerts are found by file name, because home would otherwise wait for the list of features. */
export const FOUND = Object.entries(import.meta.glob<TopAlerts>('../../features/*/top-alerts.ts', { eager: true, import: 'topAlerts' }))

/** The app finds the server's markup of the alerts by this id. */
export const Alerts = () => (
  <div id="alerts">
    {FOUND.map(([file, { AboveHome }]) => (
      <AboveHome key={file} />
    ))}
  </div>
)
