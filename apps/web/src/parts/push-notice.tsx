import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { Notice } from '#ui/notice.tsx'
import type { PushState } from './follows.ts'

// In the colour of the text around it: that of links is for plain ground.
const OwnLink = styled(Link)({ color: 'inherit' })

/** Why no message can come to this device, and what helps. */
export function PushNotice({ state }: { state: PushState }) {
  if (state === 'install-first')
    return (
      <Notice>
        Install the app first, then alerts work. <OwnLink to="/help/install">How to install</OwnLink>. Or follow by email.
      </Notice>
    )
  if (state === 'blocked')
    return (
      <Notice>
        Messages are blocked. <OwnLink to="/help/alerts">How to allow</OwnLink>. Or follow by email.
      </Notice>
    )
  return state === 'none' ? <Notice>This browser shows no alerts. Follow by email.</Notice> : null
}
