import { MANAGER } from '@trailwarden/domain'
import type { ComponentType } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSession } from '#data/session.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { loginPath } from '#lib/next-path.ts'
import { Logo } from '#parts/page/logo.tsx'
import { IconButton } from '#ui/button.tsx'
import { Hint } from '#ui/feedback/hint.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd, iconArrowBack, iconKeyboardArrowDown, iconLogin, iconMenu, iconReportFill, iconShare, iconSos } from '#ui/icons/icons.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem, typography, WITH_FOOT_BAR } from '#ui/theme/theme.ts'
import { isRoot, isShared, reportPath } from '../../navigation.ts'
import { Later } from '../later.tsx'
import { QuickAdd } from '../menu/quick-add.tsx'
import { shareView } from '../menu/view-actions.ts'
import { EmergencyLink } from './emergency-link.tsx'

const UpdateButton = part(() => import('../menu/update-button.tsx').then((m) => m.UpdateButton))

const Bar = styled('header')({
  position: 'sticky',
  top: 0,
  zIndex: 1100,
  display: 'flex',
  alignItems: 'center',
  boxSizing: 'content-box',
  height: 56,
  padding: 'env(safe-area-inset-top) calc(4px + env(safe-area-inset-right)) 0 calc(4px + env(safe-area-inset-left))',
  background: colour('topbar'),
  color: colour('onTopbar'),
  borderBottom: `0 solid ${colour('topbarLine')}`,
  '[data-theme=dark] &': { borderBottomWidth: 1 },
  '& h1': {
    ...typography.h2,
    flex: 1,
    minWidth: 0,
    paddingLeft: 8,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (max-width: 379px)': { fontSize: rem(16), lineHeight: rem(20), whiteSpace: 'normal' },
  },
  '& :focus-visible': { outlineColor: '#fff' },
  [DESKTOP]: { height: 64, padding: '0 24px 0 0', gap: 8, '& h1': { paddingLeft: 16 } },
  '@media (max-height: 400px)': { position: 'static' },
})

const Brand = styled('div')({
  display: 'none',
  [DESKTOP]: {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    boxSizing: 'border-box',
    width: 200,
    paddingLeft: 20,
    font: font('900 18px/24px'),
  },
})

const onBar = {
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  font: font('600 16px/24px'),
  borderRadius: 8,
  color: 'inherit',
  textDecoration: 'none',
  cursor: 'pointer',
} as const

const LoginLink = styled(Link)({
  ...onBar,
  position: 'relative',
  boxSizing: 'border-box',
  minHeight: 40,
  margin: '0 8px 0 4px',
  padding: '0 16px',
  border: '1.5px solid currentColor',
  '&::after': { content: '""', position: 'absolute', inset: '-7.5px -5.5px' },
  '& svg': { display: 'none' },
  // While a form or record shows its own bottom bar, Emergency replaces Login at the top of a phone. There is no room for both.
  [WITH_FOOT_BAR]: { display: 'none', [DESKTOP]: { display: 'flex' } },
  [DESKTOP]: { minHeight: 48, margin: 0, border: 0, background: colour('topbarControl'), '& svg': { display: 'block' } },
})

// A phone has the same link in its bottom bar.
const onDesktopBar = {
  ...onBar,
  display: 'none',
  minHeight: 48,
  padding: '0 16px',
  border: 0,
  background: colour('topbarControl'),
  whiteSpace: 'nowrap',
  [DESKTOP]: { display: 'flex' },
} as const

const ReportLink = styled(Link)(onDesktopBar)

const DesktopAdd = styled(QuickAdd)(onDesktopBar)

const OnPhone = styled('div')({ lineHeight: 0, [DESKTOP]: { display: 'none' } })

const Share = styled('div')({ lineHeight: 0, '&[data-phone=false]': { display: 'none', [DESKTOP]: { display: 'block' } } })

// Phones show this button only while another bar replaces the bottom bar, which usually contains Emergency.
const TopEmergency = styled(EmergencyLink)({
  ...typography.button,
  display: 'none',
  placeContent: 'center',
  alignItems: 'center',
  boxSizing: 'border-box',
  width: 48,
  height: 48,
  marginRight: 4,
  fontSize: 0,
  borderRadius: 24,
  border: '1.5px solid rgba(255,255,255,.75)',
  background: colour('emergency'),
  color: colour('onEmergency'),
  '[data-theme=dark] &': { borderColor: 'transparent' },
  [WITH_FOOT_BAR]: { display: 'flex' },
  [DESKTOP]: { display: 'flex', width: 'auto', margin: 0, gap: 10, padding: '0 16px', fontSize: rem(16), borderRadius: 8 },
})

/** Pages where a Login button would link to itself, or would return people to a page that they no longer need. */
const LOGGING_IN = ['/login', '/register', '/reset-password', '/confirm-email', '/404']

type Props = { title: string; Action: ComponentType | undefined; onMenu: () => void }

export function TopBar({ title, Action, onMenu }: Props) {
  const location = useLocation()
  const navigate = useNavigate()
  const root = isRoot(location.pathname)
  const role = useSession()?.role ?? 0
  const isVisitor = role === 0
  // If the app was opened from a link or the home screen, there is no previous page.
  const goBack = () => (hasPageBefore() ? navigate(-1) : navigate('/'))
  return (
    <Bar>
      <Brand>
        <Logo size={32} ink={colour('topbar')} />
        Trailwarden
      </Brand>
      {root ? (
        <OnPhone>
          <IconButton aria-label="Menu" aria-haspopup="dialog" onClick={onMenu}>
            <Icon path={iconMenu} />
          </IconButton>
        </OnPhone>
      ) : (
        <Hint text="Go Back">
          <IconButton aria-label="Go Back" onClick={goBack}>
            <Icon path={iconArrowBack} />
          </IconButton>
        </Hint>
      )}
      {location.pathname === '/' && (
        <OnPhone>
          <Logo size={28} ink={colour('topbar')} />
        </OnPhone>
      )}
      <h1>{title}</h1>
      {Action && <Action />}
      <Later>
        <UpdateButton />
      </Later>
      <Share data-phone={isShared(location.pathname)}>
        <Hint text="Share view">
          <IconButton aria-label="Share view" onClick={shareView}>
            <Icon path={iconShare} />
          </IconButton>
        </Hint>
      </Share>
      {role < MANAGER && (
        <ReportLink to={reportPath(role)}>
          <Icon path={iconReportFill} />
          {isVisitor ? 'Report a problem' : 'Add an Action'}
        </ReportLink>
      )}
      <DesktopAdd>
        <Icon path={iconAdd} />
        Add
        <Icon path={iconKeyboardArrowDown} />
      </DesktopAdd>
      {isVisitor && !LOGGING_IN.includes(location.pathname) && (
        <LoginLink to={loginPath(location.pathname + location.search + location.hash)}>
          <Icon path={iconLogin} />
          Login
        </LoginLink>
      )}
      <TopEmergency>
        <Icon path={iconSos} />
        Emergency
      </TopEmergency>
    </Bar>
  )
}
