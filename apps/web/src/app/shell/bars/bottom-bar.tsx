import { Fragment } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '#data/session.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd, iconSos } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, WITH_FOOT_BAR } from '#ui/theme/theme.ts'
import { bottomBarOf, isCurrent } from '../../navigation.ts'
import { QuickAdd } from '../menu/quick-add.tsx'
import { EmergencyLink } from './emergency-link.tsx'

const Bar = styled('nav')({
  position: 'fixed',
  zIndex: 1100,
  left: 0,
  right: 0,
  bottom: 0,
  display: 'flex',
  gap: 2,
  padding: '6px max(6px, env(safe-area-inset-right)) max(14px, env(safe-area-inset-bottom)) max(6px, env(safe-area-inset-left))',
  background: colour('nav'),
  borderTop: `1px solid ${colour('line')}`,
  '& a, & button': {
    flex: 1,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 2,
    minHeight: 56,
    borderRadius: 12,
    font: font('600 12px/1.3'),
    // Five items fit only up to this text size.
    fontSize: 'min(0.75rem, max(12px, 3.6vw))',
    color: colour('text2'),
    textDecoration: 'none',
  },
  '& button': {
    padding: 0,
    border: 0,
    background: 'none',
    cursor: 'pointer',
    '& i': { background: colour('primary'), color: colour('onPrimary') },
  },
  '& i': { display: 'grid', placeItems: 'center', width: 56, height: 30, borderRadius: 15 },
  '& a[aria-current=page]': {
    color: colour('link'),
    '& i': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
  },
  [DESKTOP]: { display: 'none' },
  [WITH_FOOT_BAR]: { display: 'none' },
})

const Emergency = styled(EmergencyLink)({
  '&&': { flex: 1.12, background: colour('emergency'), color: colour('onEmergency') },
  // The longest label needs more room. With five items on the narrowest phone, it would touch the edges.
  '@media (max-width: 359px)': { '&&': { flex: 1.35 } },
})

export function BottomBar() {
  const { pathname } = useLocation()
  const role = useSession()?.role ?? 0
  return (
    <Bar aria-label="Main">
      {bottomBarOf(role).map((one) => {
        const isHere = isCurrent(pathname, one)
        return (
          <Fragment key={one.path}>
            {one.path === '/actions' && (
              <QuickAdd>
                <i>
                  <Icon path={iconAdd} />
                </i>
                Add
              </QuickAdd>
            )}
            <Link to={one.path} aria-current={isHere ? 'page' : undefined}>
              <i>
                <Icon path={(isHere && one.iconSelected) || one.icon} />
              </i>
              {one.title}
            </Link>
          </Fragment>
        )
      })}
      <Emergency>
        <i>
          <Icon path={iconSos} />
        </i>
        Emergency
      </Emergency>
    </Bar>
  )
}
