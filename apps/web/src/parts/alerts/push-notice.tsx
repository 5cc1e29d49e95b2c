import { Link } from 'react-router'
import { Notice } from '#ui/feedback/notice.tsx'
import { styled } from '#ui/styled.ts'
import type { PushState } from './follows.ts'

// The link colour is only legible on plain backgrounds.
const OwnLink = styled(Link)({ color: 'inherit' })

export function PushNotice({ state }: { state: PushState }) {
  if (state === 'install-first')
    return (
      <Notice>
        To get alerts, install the app first. See <OwnLink to="/help/install">how to install it</OwnLink>, or follow by email.
      </Notice>
    )
  if (state === 'blocked')
    return (
      <Notice>
        Notifications are blocked. See <OwnLink to="/help/alerts">how to allow them</OwnLink>, or follow by email.
      </Notice>
    )
  return state === 'none' ? <Notice>This browser doesn’t support alerts. Follow by email instead.</Notice> : null
}
