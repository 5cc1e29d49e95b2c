import { MEMBER } from '@trailwarden/domain'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#data/session.ts'
import { OfflineMapsCard } from '#features/offline-maps/offline-maps-card.tsx'
import { AccountPage } from '#parts/page/account-page.ts'
import { setPrompt } from '#platform/prompt-memory.ts'
import { areSingleKeysOn, setSingleKeys } from '#platform/single-keys.ts'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight, iconHelp } from '#ui/icons/icons.ts'
import { iconInstall } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, typography } from '#ui/theme/theme.ts'
import { isInstalled } from '../shell/menu/app-actions.ts'
import { ShareApp } from '../shell/menu/share-app.tsx'
import { ThemeChoice } from '../shell/menu/theme-choice.tsx'

const Rows = styled(Card)({
  '& > a, & > button': {
    ...typography.h3,
    display: 'flex',
    alignItems: 'center',
    gap: 14,
    width: '100%',
    boxSizing: 'border-box',
    minHeight: 64,
    padding: '8px 16px',
    border: 0,
    background: 'none',
    color: colour('text'),
    textAlign: 'left',
    textDecoration: 'none',
    '& > span:first-of-type': { flex: 1 },
    borderTop: `1px solid ${colour('line')}`,
    borderRadius: '0 0 12px 12px',
    cursor: 'pointer',
    outlineOffset: -3,
  },
  '& small': { ...typography.body2, display: 'block', color: colour('text2') },
})

const Theme = styled('div')({ padding: '12px 16px 16px' })

const Keys = styled('label')({
  ...typography.h3,
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  padding: '8px 16px',
  borderTop: `1px solid ${colour('line')}`,
  cursor: 'pointer',
  '& > span': { flex: 1 },
})

const Column = styled('div')({ display: 'grid', gap: 16 })

export function AccountSettings() {
  const role = useSession()?.role
  const keys = useId()
  const [areKeysOn, setAreKeysOn] = useState(areSingleKeysOn)
  return (
    <AccountPage>
      <OfflineMapsCard />
      <Column>
        <Rows>
          <Theme>
            <ThemeChoice />
          </Theme>
          {(role ?? 0) >= MEMBER && (
            <Keys htmlFor={keys}>
              <span>
                Keyboard shortcuts
                <small>Use single keys such as j and k in lists. Press ? to see them all.</small>
              </span>
              <Switch
                id={keys}
                checked={areKeysOn}
                onSwitch={(on) => {
                  setSingleKeys(on)
                  setAreKeysOn(on)
                }}
              />
            </Keys>
          )}
          {!isInstalled() && (
            <button
              type="button"
              onClick={() => {
                setPrompt('install-prompt', true)
                location.reload()
              }}
            >
              <Icon path={iconInstall} />
              <span>
                Show the install prompt again
                <small>The page will reload</small>
              </span>
              <Icon path={iconChevronRight} />
            </button>
          )}
          <Link to="/help">
            <Icon path={iconHelp} />
            <span>Help</span>
            <Icon path={iconChevronRight} />
          </Link>
        </Rows>
        <Card>
          <ShareApp />
        </Card>
        <Notice>
          <b>Downloaded maps are stored on this device</b>
          <br />
          You can use them offline, along with emergency posts, trails and access points.
        </Notice>
      </Column>
    </AccountPage>
  )
}
