import { styled } from '@mui/material/styles'
import { Fragment } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '#data/session.ts'
import { VERSION_LABEL } from '#lib/messages/frame.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconLogin } from '#ui/icons/icons.ts'
import { part } from '#ui/part.tsx'
import { colour, DESKTOP, rem } from '#ui/theme/theme.ts'
import { isOffered } from '../../guard.ts'
import { DESTINATIONS, destinationOf } from '../../navigation.ts'
import { Later } from '../later.tsx'
import { UserInfo } from './user-info.tsx'

const MenuActions = part(() => import('./menu-actions.tsx').then((m) => m.MenuActions))

const List = styled('ul')(({ theme }) => ({
  padding: '0 8px',
  '& a, & button': {
    ...theme.typography.h3,
    display: 'flex',
    alignItems: 'center',
    gap: 20,
    minHeight: 52,
    padding: '0 16px',
    borderRadius: 26,
    color: colour('text'),
    textDecoration: 'none',
    '& > svg': { color: colour('text2') },
    '& > span:first-of-type': { flex: 1 },
  },
  '& button': { width: '100%', border: 0, background: 'none', textAlign: 'left', cursor: 'pointer' },
  '& a:hover, & button:hover': { background: colour('surfaceSunken') },
  '& a[aria-current=page]': {
    background: colour('primaryContainer'),
    color: colour('onPrimaryContainer'),
    '& > svg': { color: 'inherit' },
  },
  [DESKTOP]: { '& a, & button': { gap: 12, minHeight: 48, padding: '0 12px', fontSize: rem(15) } },
}))

// The height is that of the content that loads later: two pages, three actions and the theme choice.
const MenuPlaceholder = styled('li')({ height: 5 * 48 + 94 })

const Rule = styled('hr')({ border: 0, borderTop: `1px solid ${colour('line')}`, margin: '8px 12px' })

export function Menu({ onChoose, onDesktop = false }: { onChoose?: () => void; onDesktop?: boolean }) {
  const { pathname } = useLocation()
  const person = useSession()
  const current = destinationOf(pathname)
  return (
    <>
      <UserInfo person={person} />
      {(['trails', 'app'] as const).map((about) => (
        <Fragment key={about}>
          <List>
            {about === 'app' && !person && (
              <li>
                <Link to="/login" aria-current={pathname === '/login' ? 'page' : undefined} onClick={onChoose}>
                  <Icon path={iconLogin} />
                  Login
                </Link>
              </li>
            )}
            {DESTINATIONS.filter((one) => one.about === about && isOffered(person?.role ?? 0, one)).map((one) => (
              <li key={one.path}>
                <Link to={one.path} aria-current={one === current ? 'page' : undefined} onClick={onChoose}>
                  <Icon path={(one === current && one.iconSelected) || one.icon} />
                  {one.title}
                </Link>
              </li>
            ))}
          </List>
          <Rule />
        </Fragment>
      ))}
      <List>
        <Later place={<MenuPlaceholder />}>
          <MenuActions fallback={<MenuPlaceholder />} onChoose={onChoose} />
        </Later>
      </List>
      {!onDesktop && <Version>Version {VERSION_LABEL}</Version>}
    </>
  )
}

const Version = styled('div')({
  marginTop: 'auto',
  padding: '12px 24px calc(16px + env(safe-area-inset-bottom))',
  fontSize: rem(14),
  color: colour('text2'),
})
