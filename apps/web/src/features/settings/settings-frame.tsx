import { styled } from '@mui/material/styles'
import { ADMINISTRATOR } from '@trailwarden/domain'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useSignedIn } from '#parts/signed-in.ts'
import { Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconShieldPerson } from '#ui/icons.ts'
import { iconLink, iconLockFill } from '#ui/screen-icons.ts'
import { colour, DESKTOP, font } from '#ui/theme.ts'

const Columns = styled('div')({
  [DESKTOP]: { display: 'grid', gridTemplateColumns: '232px minmax(0, 1fr)', alignItems: 'stretch', minHeight: '100%' },
})

const Sections = styled('nav')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  padding: '12px 12px 0',
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    minHeight: 48,
    padding: '0 14px',
    borderRadius: 8,
    font: font('500 15px/20px'),
    color: colour('text'),
    textDecoration: 'none',
  },
  '& a[aria-current=page]': { background: colour('primaryContainer'), color: colour('onPrimaryContainer'), fontWeight: 600 },
  [DESKTOP]: {
    flexDirection: 'column',
    flexWrap: 'nowrap',
    gap: 4,
    padding: 12,
    borderRight: `1px solid ${colour('line')}`,
    '& a': { minHeight: 44 },
  },
})

const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 12,
  padding: 12,
  '& > header h2': theme.typography.h2,
  [DESKTOP]: { gap: 16, padding: '16px 24px 24px' },
}))

const SECTIONS = [
  { path: '/management/settings', title: 'General', icon: iconShieldPerson },
  { path: '/management/settings/sign-in', title: 'Sign-in', icon: iconLockFill },
  { path: '/management/settings/keys', title: 'Keys and webhooks', icon: iconLink },
]

/** The sections of Settings beside the one that is open. Those without a second one see no list of them. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const me = useSignedIn()
  if (me.role < ADMINISTRATOR) return children
  return (
    <Columns>
      <Sections aria-label="Settings">
        {SECTIONS.map(({ path, title, icon }) => (
          <NavLink key={path} to={path} end>
            <Icon path={icon} size={20} />
            {title}
          </NavLink>
        ))}
      </Sections>
      {children}
    </Columns>
  )
}

/** A section with its name and one line about it. */
export function SettingsSection({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <SettingsFrame>
      <Page>
        <header>
          <h2>{title}</h2>
          <Muted>{about}</Muted>
        </header>
        {children}
      </Page>
    </SettingsFrame>
  )
}
