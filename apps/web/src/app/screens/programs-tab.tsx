import type { ComponentType } from 'react'
import { SettingsSection } from '#parts/page/settings-section.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Parts } from './parts.ts'

export function programsTab(cards: readonly ComponentType[]): ComponentType {
  return () => (
    <SettingsSection title="Keys and webhooks" about="Connect signs, websites and other systems to Trailwarden">
      <Parts of={cards} />
      <Notice>A key is shown once, when you create it. Each message is signed so the receiver can check it came from you.</Notice>
    </SettingsSection>
  )
}
