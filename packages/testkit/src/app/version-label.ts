import { versionLabel } from '@trailwarden/domain'
import packageJson from '../../../../package.json' with { type: 'json' }

/** The version that the app displays. */
export const VERSION_LABEL = versionLabel(packageJson.version)
