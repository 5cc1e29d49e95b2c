import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useHasSignal } from '#data/signal.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { CardHeading, PaddedCard } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight } from '#ui/icons.ts'
import { LinkList } from '#ui/link-list.tsx'
import { iconLogout } from '#ui/screen-icons.ts'
import { logOut } from './account.ts'
import { AccountPage } from './account-page.ts'
import { AccountSessions } from './account-sessions.tsx'

const LINKS = [
  { path: '/change-name', title: 'Change name' },
  { path: '/change-email', title: 'Change email' },
  { path: '/reset-password', title: 'Reset password' },
]

export function AccountDetails() {
  const person = useSignedIn()
  const navigate = useNavigate()
  const [isLeaving, setIsLeaving] = useState(false)
  // Deleting is the server's: without signal it is not available, and so not offered.
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
        <Button
          variant="outlined"
          disabled={isLeaving}
          onClick={async () => {
            setIsLeaving(true)
            await logOut(() => navigate('/'))
            setIsLeaving(false)
          }}
        >
          <Icon path={iconLogout} />
          Logout
        </Button>
      </PaddedCard>
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
