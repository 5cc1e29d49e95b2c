import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { packsOf } from '#features/offline-maps/packs/map-pack.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { useAppUpdate } from '#platform/app-update.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconDownload, iconKeyboardArrowDown, iconMobileVibrate, iconRefresh, iconShare } from '#ui/icons/icons.ts'
import { iconInstall, iconUpdate } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { goToMaps, installApp, isInstalled, updateNow } from './app-actions.ts'
import { ThemeChoice } from './theme-choice.tsx'
import { reloadApp, shareView } from './view-actions.ts'

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

const Opener = styled('button')({ '&[aria-expanded=true] > svg:last-child': { transform: 'rotate(180deg)' } })

const Theme = styled('li')({ padding: '8px 8px 4px' })

function useDeviceActions() {
  const navigate = useNavigate()
  const { site } = usePageData()
  const role = useSession()?.role ?? 0
  const { isWaiting } = useAppUpdate()
  return [
    { title: 'Share view', icon: iconShare, act: shareView },
    { title: 'Reload', icon: iconRefresh, act: reloadApp },
    { title: 'Update', icon: iconUpdate, hasBadge: isWaiting, act: updateNow },
    !isInstalled() && { title: 'Install app', icon: iconInstall, act: () => installApp(navigate) },
    packsOf(site, role).length > 0 && { title: 'Offline maps', icon: iconDownload, act: () => goToMaps(navigate) },
  ].filter((one) => one !== false)
}

const UpdateBadge = () => <Badge aria-label="new version available">1</Badge>

export function ThisDevice({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const { isWaiting } = useAppUpdate()
  const actions = useDeviceActions()
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <>
      <li>
        <Opener type="button" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setIsOpen(!isOpen)}>
          <Icon path={iconMobileVibrate} />
          <span>This {thisDevice()}</span>
          {isWaiting && !isOpen && <UpdateBadge />}
          <Icon path={iconKeyboardArrowDown} />
        </Opener>
      </li>
      {isOpen && (
        <li>
          <ul id={id} ref={list}>
            {actions.map(({ title, icon, hasBadge, act }) => (
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
                  {hasBadge && <UpdateBadge />}
                </button>
              </li>
            ))}
            <Theme>
              <ThemeChoice />
            </Theme>
          </ul>
        </li>
      )}
    </>
  )
}
