import { type ReactNode, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { countAtHand, useAtHand } from '#data/use-records.ts'
import { AccountPage } from '#parts/page/account-page.ts'
import { Avatar } from '#parts/person/avatar.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight, iconDownload, iconPerson } from '#ui/icons/icons.ts'
import { iconDelete, iconLogout, iconMail } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { useColourScheme } from '#ui/theme/colour-scheme.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'
import { logOut } from './account.ts'
import { iconKey, iconLock, iconTheme } from './account-icons.ts'
import { AccountSessions } from './account-sessions.tsx'
import { askPasskeys } from './passkey.ts'

const Column = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 })

const Who = styled(Card)({
  display: 'grid',
  gridTemplateColumns: '56px minmax(0, 1fr)',
  gap: 14,
  alignItems: 'center',
  padding: '14px 16px',
  '& > span:first-of-type': { width: 56, height: 56, fontSize: rem(20) },
  '& b': { display: 'block', font: font('700 18px/23px'), overflowWrap: 'anywhere' },
  '& small': { font: font('400 14px/20px'), color: colour('text2'), overflowWrap: 'anywhere' },
})

const Named = styled('section')({
  '& > h2': { padding: '4px 4px 4px', font: font('600 13px/18px'), color: colour('text2') },
  '&[data-danger]': { marginTop: 20, '& > div': { borderColor: colour('error') } },
})

const Rows = styled('div')({
  background: colour('surface'),
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  '& > *': {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) 24px',
    gap: 14,
    alignItems: 'center',
    boxSizing: 'border-box',
    width: '100%',
    minHeight: 56,
    padding: '8px 12px 8px 16px',
    border: 0,
    borderRadius: 11,
    background: 'none',
    color: colour('text'),
    textAlign: 'left',
    textDecoration: 'none',
    cursor: 'pointer',
    outlineOffset: -3,
  },
  '& > * + *': { borderTop: `1px solid ${colour('line')}`, borderRadius: 0 },
  '& b': { display: 'block', font: font('600 16px/21px') },
  '& small': { display: 'block', font: font('400 14px/19px'), color: colour('text2'), overflowWrap: 'anywhere' },
  '& svg:first-of-type': { color: colour('link') },
  '& svg + span + svg': { color: colour('text2') },
  '[data-danger] & :is(b, svg:first-of-type)': { color: colour('errorText') },
})

function Group({ title, isDanger = false, children }: { title: string; isDanger?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <Named aria-labelledby={id} {...(isDanger && { 'data-danger': true })}>
      <h2 id={id}>{title}</h2>
      <Rows>{children}</Rows>
    </Named>
  )
}

type RowProps = { to: string; icon: string; title: string; detail: string }

const Row = ({ to, icon, title, detail }: RowProps) => (
  <Link to={to}>
    <Icon path={icon} />
    <span>
      <b>{title}</b> <small>{detail}</small>
    </span>
    <Icon path={iconChevronRight} />
  </Link>
)

function passkeysText(count: number | null): string {
  if (count === null) return 'Log in with your face or fingerprint'
  if (count === 0) return 'None yet. Add one to log in with your face or fingerprint.'
  return count === 1 ? '1 passkey' : `${count} passkeys`
}

function unsentText(count: number): string {
  if (count === 0) return 'Everything has been sent.'
  const where = `on this ${thisDevice()}`
  return count === 1
    ? `1 change hasn’t been sent yet. It will stay ${where}.`
    : `${count} changes haven’t been sent yet. They will stay ${where}.`
}

const THEMES = { light: 'Light', dark: 'Dark' }

export function AccountDetails() {
  const { site } = usePageData()
  const { displayName, email, phone, role, pictureId } = useSignedIn()
  const navigate = useNavigate()
  const { mode } = useColourScheme()
  const { answer } = useAnswer(askPasskeys)
  const hasSignal = useHasSignal()
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
  const theme = mode === 'system' ? `Same as this ${thisDevice()}` : THEMES[mode]
  return (
    <AccountPage>
      <Column>
        <Who>
          <Avatar name={displayName} picture={pictureId} />
          <span>
            <b>{displayName}</b>
            <small>{`${site.roleTitles[role]} · ${email}`}</small>
          </span>
        </Who>
        <Group title="You">
          <Row to="/account/profile" icon={iconPerson} title="Name and phone" detail={`${displayName}, ${phone || 'no phone number'}`} />
          <Row to="/change-email" icon={iconMail} title="Email" detail={email} />
        </Group>
        <Group title="Signing in">
          <Row to="/passkeys" icon={iconKey} title="Passkeys" detail={passkeysText(answer?.ok ? answer.value.passkeys.length : null)} />
          <Row to="/change-password" icon={iconLock} title="Password" detail="Change it, or reset it by email" />
        </Group>
        <Group title={`This ${thisDevice()}`}>
          <Row to="/offline" icon={iconDownload} title="Offline maps" detail="Trails, posts and maps without signal" />
          <Row to="/account/settings" icon={iconTheme} title="Theme" detail={theme} />
        </Group>
        <Rows>
          <button type="button" disabled={isLeaving} onClick={() => (unsent > 0 ? setIsAsking(true) : void leave())}>
            <Icon path={iconLogout} />
            <span>
              <b>Log out</b> <small>{unsentText(unsent)}</small>
            </span>
          </button>
        </Rows>
      </Column>
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
      <AccountSessions />
      {/* Deleting an account requires the server, so it isn't offered offline. */}
      {hasSignal && (
        <Group title="Permanent changes" isDanger>
          <Row to="/delete-account" icon={iconDelete} title="Delete account" detail="Your Actions will stay, without your name." />
        </Group>
      )}
    </AccountPage>
  )
}
