import type { FollowedKind } from '@trailwarden/api'
import { useState } from 'react'
import { Link } from 'react-router'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconMobileVibrate } from '#ui/icons/icons.ts'
import { iconMail } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { thisDevice } from '../sync/sync-state.tsx'
import { OUTCOME_WORDS, pushState, setFollowed, useFollowed, withChange } from './follows.ts'
import { PushNotice } from './push-notice.tsx'

const Ways = styled('div')({ display: 'grid', gap: 12, marginTop: 16, '& > *': { justifyContent: 'flex-start', gap: 12, minHeight: 56 } })

type Props = { kind: FollowedKind; id: string; name: string; onClose: () => void }

export function FollowDialog({ kind, id, name, onClose }: Props) {
  const followed = useFollowed()
  const hasSignal = useHasSignal()
  const [isBusy, setIsBusy] = useState(false)
  const [state, setState] = useState(pushState)
  const follow = async () => {
    setIsBusy(true)
    const outcome = await setFollowed(withChange(followed, kind, id, true))
    setIsBusy(false)
    if (outcome === 'done') {
      toast('success', `You’re following ${name} on this ${thisDevice()}`)
      return onClose()
    }
    setState(pushState())
    if (outcome !== 'dismissed' && outcome !== 'blocked') toast('error', OUTCOME_WORDS[outcome])
  }
  return (
    <ConfirmDialog title={`Follow ${name}`} cancel={{ title: 'Cancel', act: onClose }} onClose={onClose}>
      Get a notification when it closes, reopens or changes. No account needed. You can unfollow at any time.
      <PushNotice state={state} />
      <Ways>
        {state === 'ready' && (
          <Button variant="contained" disabled={isBusy || !hasSignal} onClick={() => void follow()}>
            <Icon path={iconMobileVibrate} />
            On this {thisDevice()}
          </Button>
        )}
        <Button variant="outlined" component={Link} to={`/alerts?${kind}=${encodeURIComponent(id)}`} onClick={onClose}>
          <Icon path={iconMail} />
          By email
        </Button>
      </Ways>
    </ConfirmDialog>
  )
}
