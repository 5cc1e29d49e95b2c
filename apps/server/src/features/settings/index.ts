import { settingsKind } from '@trailwarden/domain'
import { defineFeature, type FeatureModule } from '#core/feature.ts'
import { readable } from '#core/synced-kind.ts'
import { applySettingsChange, forgetInSettings } from './settings-store.ts'

const openSettings = () =>
  defineFeature({
    name: 'settings',
    recordKinds: { settings: { ...readable(settingsKind, 'settings', { since: 1 }), apply: applySettingsChange } },
    forgetPerson: forgetInSettings,
  })

export const settings = { open: openSettings } satisfies FeatureModule
