import { versionLabel } from '@trailwarden/domain'
import packageJson from '../../../../package.json' with { type: 'json' }

export const VERSION_LABEL = versionLabel(packageJson.version)
