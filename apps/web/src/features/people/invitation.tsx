import type { UserAccess } from '@trailwarden/api'
import { MANAGER, type Person } from '@trailwarden/domain'
import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatDate } from '#lib/dates.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { Button } from '#ui/button.tsx'
import { styled } from '#ui/styled.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'
import { inviteAgain, mayDo } from './people.ts'

type Access = UserAccess['people'][number]

const DAY_MS = 86_400_000
const UNSEEN_MONTHS = 6

const Chip = styled('span')({
  display: 'inline-block',
  padding: '2px 8px',
  borderRadius: 6,
  font: font('600 13px/18px'),
  background: colour('infoContainer'),
  color: colour('onInfoContainer'),
  '&[data-warning=true]': { background: colour('warningContainer'), color: colour('warningText') },
})

const Lines = styled('span')({ display: 'inline-grid', justifyItems: 'start', gap: 2, padding: '6px 0', whiteSpace: 'normal' })

function invitationText({ sentAt, endsAt }: NonNullable<Access['invitation']>, timeZone: string, now: number): string {
  const [sent, end] = [sentAt, endsAt].map((at) => formatDate(new Date(at), timeZone))
  const leftMs = Date.parse(endsAt) - now
  if (leftMs <= 0) return `Invitation expired ${end}`
  return leftMs < 2 * DAY_MS
    ? `Invited ${sent}, expires ${leftMs < DAY_MS ? 'within a day' : 'tomorrow'}`
    : `Invited ${sent}, expires ${end}`
}

function InvitationChip({ invitation }: { invitation: NonNullable<Access['invitation']> }) {
  const { site } = usePageData()
  const now = Date.now()
  return <Chip data-warning={Date.parse(invitation.endsAt) <= now}>{invitationText(invitation, site.timeZone, now)}</Chip>
}

export function InvitationLine({ invitation }: { invitation: Access['invitation'] | undefined }) {
  return invitation ? <InvitationChip invitation={invitation} /> : null
}

/** An invited person was never active, so the line shows when the invitation expires and offers to resend it. */
export function LastActive({ user, access, onSend }: { user: Person; access: Access | undefined; onSend: () => void }) {
  const { site } = usePageData()
  const [isSending, setIsSending] = useState(false)
  const may = mayDo(useSignedIn(), user)
  if (!access) return null
  const { invitation, lastActiveAt } = access
  if (!invitation) {
    if (!lastActiveAt) return 'Never'
    const unseenSince = new Date()
    unseenSince.setMonth(unseenSince.getMonth() - UNSEEN_MONTHS)
    const text = formatDate(new Date(lastActiveAt), site.timeZone)
    // Managers who haven't been active for a long time are highlighted, so that someone contacts them or removes their role.
    const isUnseen = user.role >= MANAGER && new Date(lastActiveAt) < unseenSince
    return isUnseen ? <Chip data-warning="true">{text}</Chip> : text
  }
  const send = async () => {
    setIsSending(true)
    const answer = await inviteAgain(user.id)
    setIsSending(false)
    if (answer.ok) onSend()
  }
  return (
    <Lines>
      <InvitationChip invitation={invitation} />
      {may.changePhone && !user.disabled && (
        <Button
          sx={{ fontSize: rem(13), padding: '0 5px' }}
          variant="text"
          disabled={isSending}
          onClick={() => void send()}
          aria-label={`Send again to ${user.displayName}`}
        >
          Send again
        </Button>
      )}
    </Lines>
  )
}
