import Switch from '@mui/material/Switch'
import { styled, useColorScheme } from '@mui/material/styles'
import { Fragment, useId } from 'react'
import { Link, useLocation } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { Icon } from '#ui/icon.tsx'
import { iconDarkMode, iconPersonFill } from '#ui/icons.ts'
import { colour, DESKTOP } from '#ui/theme.ts'
import { VERSION_LABEL } from './messages.ts'
import { DESTINATIONS, destinationOf } from './navigation.ts'

const List = styled('ul')(({ theme }) => ({
  padding: '0 8px',
  '& a, & label': {
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
  '& a:hover': { background: colour('surfaceSunken') },
  '& a[aria-current=page]': {
    background: colour('primaryContainer'),
    color: colour('onPrimaryContainer'),
    '& > svg': { color: 'inherit' },
  },
  [DESKTOP]: { '& a, & label': { gap: 12, minHeight: 48, padding: '0 12px', fontSize: 15 } },
}))

const Rule = styled('hr')({ border: 0, borderTop: `1px solid ${colour('line')}`, margin: '8px 12px' })

const Person = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '12px 16px',
  '& b': { display: 'block', fontSize: 15, fontWeight: 600 },
  '& span': { fontSize: 14, color: colour('text2') },
})

const Avatar = styled('i')({
  display: 'grid',
  placeItems: 'center',
  width: 40,
  height: 40,
  borderRadius: 20,
  background: colour('primaryContainer'),
  color: colour('onPrimaryContainer'),
})

/** The content of the left menu; the desktop's drawer and the phone's show the same. */
export function Menu({ onChoose, onDesktop = false }: { onChoose?: () => void; onDesktop?: boolean }) {
  const { pathname } = useLocation()
  const { site } = usePageData()
  const { mode, setMode } = useColorScheme()
  const themeSwitch = useId()
  const current = destinationOf(pathname)
  return (
    <>
      <Person>
        <Avatar>
          <Icon path={iconPersonFill} />
        </Avatar>
        <div>
          <b>{site.roleTitles[0]}</b>
          <span>Not signed in</span>
        </div>
      </Person>
      {(['trails', 'app'] as const).map((about) => (
        <Fragment key={about}>
          <List>
            {DESTINATIONS.filter((one) => one.about === about).map((one) => (
              <li key={one.path}>
                <Link to={one.path} aria-current={one === current ? 'page' : undefined} onClick={onChoose}>
                  <Icon path={one === current ? one.iconSelected : one.icon} />
                  {one.title}
                </Link>
              </li>
            ))}
          </List>
          <Rule />
        </Fragment>
      ))}
      <List>
        <li>
          <label htmlFor={themeSwitch}>
            {!onDesktop && <Icon path={iconDarkMode} />}
            <span>Dark theme</span>
            <Switch
              checked={mode === 'dark'}
              onChange={(_event, on) => setMode(on ? 'dark' : 'light')}
              slotProps={{ input: { role: 'switch', id: themeSwitch } }}
            />
          </label>
        </li>
      </List>
      {!onDesktop && <Version>Version {VERSION_LABEL}</Version>}
    </>
  )
}

const Version = styled('div')({
  marginTop: 'auto',
  padding: '12px 24px calc(16px + env(safe-area-inset-bottom))',
  fontSize: 14,
  color: colour('text2'),
})
