import { styled } from '@mui/material/styles'
import { NavLink, useNavigate } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { packsOf } from '#features/offline-maps/packs/map-pack.ts'
import { useAppUpdate } from '#platform/app-update.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconDownload, iconNotifications, iconReportFill } from '#ui/icons/icons.ts'
import { iconInstall, iconUpdate } from '#ui/icons/screen-icons.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { goToMaps, installApp, isInstalled, updateNow } from './app-actions.ts'
import { ThemeChoice } from './theme-choice.tsx'

const Badge = styled('b')({
  display: 'grid',
  placeItems: 'center',
  minWidth: 22,
  height: 22,
  borderRadius: 11,
  font: font('700 12px/1'),
  background: colour('warning'),
  color: colour('onWarning'),
})

export function useAppActions() {
  const navigate = useNavigate()
  const { site } = usePageData()
  const role = useSession()?.role ?? 0
  const { isWaiting } = useAppUpdate()
  return [
    { title: 'Update', icon: iconUpdate, badge: isWaiting && <Badge aria-label="new version available">1</Badge>, act: updateNow },
    !isInstalled() && { title: 'Install app', icon: iconInstall, badge: null, act: () => installApp(navigate) },
    packsOf(site, role).length > 0 && { title: 'Download maps', icon: iconDownload, badge: null, act: () => goToMaps(navigate) },
  ].filter((one) => one !== false)
}

const PAGES = [
  { title: 'Report a problem', icon: iconReportFill, to: '/report' },
  { title: 'Alerts', icon: iconNotifications, to: '/alerts' },
]

const Theme = styled('li')({ padding: '8px 8px 4px' })

export function MenuActions({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const actions = useAppActions()
  return (
    <>
      {PAGES.map(({ title, icon, to }) => (
        <li key={to}>
          <NavLink to={to} onClick={onChoose}>
            <Icon path={icon} />
            {title}
          </NavLink>
        </li>
      ))}
      {actions.map(({ title, icon, badge, act }) => (
        <li key={title}>
          <button
            type="button"
            onClick={() => {
              onChoose?.()
              void act()
            }}
          >
            <Icon path={icon} />
            <span>{title}</span>
            {badge}
          </button>
        </li>
      ))}
      <Theme>
        <ThemeChoice />
      </Theme>
    </>
  )
}
