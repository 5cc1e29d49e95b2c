import { versionLabel } from '@trailwarden/domain'
import packageJson from '../../../package.json' with { type: 'json' }

/** What the app shows of its version. */
export const VERSION_LABEL = versionLabel(packageJson.version)
