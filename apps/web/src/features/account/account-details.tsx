import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { countAtHand, useAtHand } from '#data/use-records.ts'
import { AccountPage } from '#parts/page/account-page.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { CardHeading, PaddedCard } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { iconLogout } from '#ui/icons/screen-icons.ts'
import { LinkList } from '#ui/link-list.tsx'
import { logOut } from './account.ts'
import { AccountSessions } from './account-sessions.tsx'

const LINKS = [
  { path: '/change-name', title: 'Change name' },
  { path: '/change-email', title: 'Change email' },
  { path: '/change-password', title: 'Change password' },
  { path: '/reset-password', title: 'Reset password' },
  { path: '/passkeys', title: 'Passkeys' },
]

export function AccountDetails() {
  const person = useSignedIn()
  const navigate = useNavigate()
  const [isLeaving, setIsLeaving] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const atHand = useAtHand()
  const counted = atHand ? countAtHand(atHand) : { waiting: 0, refused: 0 }
  const unsent = counted.waiting + counted.refused
  const leave = async () => {
    setIsAsking(false)
    setIsLeaving(true)
    await logOut(() => navigate('/'))
    setIsLeaving(false)
  }
  // Deleting an account requires the server, so the link is hidden offline.
  const links = useHasSignal() ? [...LINKS, { path: '/delete-account', title: 'Delete account' }] : LINKS
  return (
    <AccountPage>
      <PaddedCard>
        <CardHeading>Details</CardHeading>
        <Facts>
          <div>
            <dt>Name</dt>
            <dd>{person.displayName}</dd>
          </div>
          <div>
            <dt>Email</dt>
            <dd>{person.email}</dd>
          </div>
        </Facts>
        <Button variant="outlined" disabled={isLeaving} onClick={() => (unsent > 0 ? setIsAsking(true) : void leave())}>
          <Icon path={iconLogout} />
          Logout
        </Button>
      </PaddedCard>
      {isAsking && (
        <ConfirmDialog
          title={`Log out with ${unsent} unsent ${unsent === 1 ? 'change' : 'changes'}?`}
          confirm={{ title: 'Stay', act: () => setIsAsking(false) }}
          cancel={{ title: 'Log out', act: () => void leave() }}
          onClose={() => setIsAsking(false)}
        >
          Your changes are saved on this {thisDevice()} and will be sent the next time you log in here. No one else can see or send them.
        </ConfirmDialog>
      )}
      <LinkList as="nav" aria-label="Your account">
        {links.map((link) => (
          <Link key={link.path} to={link.path}>
            {link.title}
            <Icon path={iconChevronRight} />
          </Link>
        ))}
      </LinkList>
      <AccountSessions />
    </AccountPage>
  )
}
