import type { FollowedKind } from '@trailwarden/api'
import { useEffect, useState } from 'react'
import { receivePushedStatus } from '#data/pushed-status.ts'
import { Icon } from '#ui/icon.tsx'
import { iconNotifications } from '#ui/icons.ts'
import { part } from '#ui/part.tsx'
import { iconCheck } from '#ui/screen-icons.ts'
import { toast } from '#ui/toasts.ts'
import { isFollowed, OUTCOME_WORDS, refreshFollows, setFollowed, useFollowed, withChange } from './follows.ts'

const FollowDialog = part(() => import('./follow-dialog.tsx').then((m) => m.FollowDialog))

type Props = { kind: FollowedKind; id: string; name: string }

/** Follow asks where; Following ends it. */
export function FollowButton({ kind, id, name }: Props) {
  const followed = useFollowed()
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    void refreshFollows()
    // Opened from a message: the trail is shown as the message says.
    void receivePushedStatus()
  }, [])
  const isOn = isFollowed(followed, kind, id)
  const unfollow = async () => {
    const outcome = await setFollowed(withChange(followed, kind, id, false))
    if (outcome === 'done') toast('info', `You no longer follow ${name}`)
    else if (outcome !== 'dismissed') toast('error', OUTCOME_WORDS[outcome])
  }
  return (
    <>
      <button type="button" data-needs-script aria-pressed={isOn} onClick={() => (isOn ? void unfollow() : setIsAsking(true))}>
        <Icon path={isOn ? iconCheck : iconNotifications} />
        {isOn ? 'Following' : 'Follow'}
      </button>
      {isAsking && <FollowDialog kind={kind} id={id} name={name} onClose={() => setIsAsking(false)} />}
    </>
  )
}
