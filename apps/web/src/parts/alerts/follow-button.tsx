import type { FollowedKind } from '@trailwarden/api'
import { useEffect, useState } from 'react'
import { toast } from '#ui/feedback/toasts.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconNotifications } from '#ui/icons/icons.ts'
import { iconNotificationsFill } from '#ui/icons/screen-icons.ts'
import { part } from '#ui/part.tsx'
import { isFollowed, OUTCOME_WORDS, refreshFollows, setFollowed, useFollowed, withChange } from './follows.ts'

const FollowDialog = part(() => import('./follow-dialog.tsx').then((m) => m.FollowDialog))

type Props = { kind: FollowedKind; id: string; name: string }

export function FollowButton({ kind, id, name }: Props) {
  const followed = useFollowed()
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => void refreshFollows(), [])
  const isOn = isFollowed(followed, kind, id)
  const unfollow = async () => {
    const outcome = await setFollowed(withChange(followed, kind, id, false))
    if (outcome === 'done') toast('info', `You’ve unfollowed ${name}`)
    else if (outcome !== 'dismissed') toast('error', OUTCOME_WORDS[outcome])
  }
  return (
    <>
      <button type="button" data-needs-script aria-pressed={isOn} onClick={() => (isOn ? void unfollow() : setIsAsking(true))}>
        <Icon path={isOn ? iconNotificationsFill : iconNotifications} />
        {isOn ? 'Following' : 'Follow'}
      </button>
      {isAsking && <FollowDialog kind={kind} id={id} name={name} onClose={() => setIsAsking(false)} />}
    </>
  )
}
