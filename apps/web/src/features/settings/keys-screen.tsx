import { Notice } from '#ui/notice.tsx'
import { KeysCard } from './keys-card.tsx'
import { SettingsSection } from './settings-frame.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

/** What lets other programs of a council in, and what tells them. */
export function KeysScreen() {
  return (
    <SettingsSection title="Keys and webhooks" about="For signs, web pages and other systems that read or hear from Trailwarden">
      <KeysCard />
      <WebhooksCard />
      <Notice>A key is shown once, when it is made. Each message is signed, so that the receiver can check it came from you.</Notice>
    </SettingsSection>
  )
}
