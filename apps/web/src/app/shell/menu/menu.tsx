import { MANAGER, MEMBER } from '@trailwarden/domain'
import { Fragment, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '#data/session.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconLogin } from '#ui/icons/icons.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem } from '#ui/theme/theme.ts'
import { isCurrent, menuOf } from '../../navigation.ts'
import { Later } from '../later.tsx'
import { UserInfo } from './user-info.tsx'

const ThisDevice = part(() => import('./this-device.tsx').then((m) => m.ThisDevice))
const MyActionsCount = part(() => import('#features/actions/lists/my-actions-count.tsx').then((m) => m.MyActionsCount))

const List = styled('ul')({
  padding: '0 8px',
  '& a, & button': {
    display: 'flex',
    alignItems: 'center',
    gap: 16,
    minHeight: 52,
    padding: '0 12px',
    borderRadius: 26,
    font: font('500 16px/20px'),
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
    fontWeight: 600,
    '& > svg': { color: 'inherit' },
  },
  [DESKTOP]: { '& a, & button': { gap: 10, minHeight: 48, paddingRight: 8, fontSize: rem(15) } },
})

const DevicePlaceholder = styled('li')({ height: 52, [DESKTOP]: { height: 48 } })

const Rule = styled('hr')({ border: 0, borderTop: `1px solid ${colour('line')}`, margin: '8px 20px' })

/** `close` is the phone's button that closes the menu. */
export function Menu({ onChoose, close }: { onChoose?: () => void; close?: ReactNode }) {
  const { pathname } = useLocation()
  const person = useSession()
  const role = person?.role ?? 0
  return (
    <>
      <UserInfo person={person}>{close}</UserInfo>
      {(['trails', 'more', 'app'] as const).map((group) => (
        <Fragment key={group}>
          {group !== 'trails' && <Rule />}
          <List>
            {group === 'app' && !person && (
              <li>
                <Link to="/login" aria-current={pathname === '/login' ? 'page' : undefined} onClick={onChoose}>
                  <Icon path={iconLogin} />
                  <span>Login</span>
                </Link>
              </li>
            )}
            {menuOf(role, group).map((one) => {
              const isHere = isCurrent(pathname, one)
              return (
                <li key={one.path}>
                  <Link to={one.link ?? one.path} aria-current={isHere ? 'page' : undefined} onClick={onChoose}>
                    <Icon path={(isHere && one.iconSelected) || one.icon} />
                    <span>{one.title}</span>
                    {one.path === '/actions' && role >= MEMBER && role < MANAGER && (
                      <Later>
                        <MyActionsCount />
                      </Later>
                    )}
                  </Link>
                </li>
              )
            })}
            {group === 'app' && (
              <Later place={<DevicePlaceholder />}>
                <ThisDevice fallback={<DevicePlaceholder />} onChoose={onChoose} />
              </Later>
            )}
          </List>
        </Fragment>
      ))}
    </>
  )
}
