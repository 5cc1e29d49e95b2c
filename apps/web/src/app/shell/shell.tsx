import { keyframes } from '@emotion/react'
import type { Person } from '@trailwarden/domain'
import { type ComponentType, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigate, useNavigation, useRevalidator } from 'react-router'
import { followPerson } from '#data/device/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { LoadingOverlay } from '#ui/feedback/loading-overlay.tsx'
import { part } from '#ui/part.tsx'
import { useScreenName } from '#ui/screen-name.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, WITH_FORM_BAR } from '#ui/theme/theme.ts'
import { BottomBar } from './bars/bottom-bar.tsx'
import { EmergencyOver } from './bars/emergency-link.tsx'
import { Footer } from './bars/footer.tsx'
import { NoSignalBar } from './bars/no-signal-bar.tsx'
import { TopBar } from './bars/top-bar.tsx'
import { Later } from './later.tsx'
import { Menu } from './menu/menu.tsx'

const PhoneMenu = part(() => import('./menu/phone-menu.tsx').then((m) => m.PhoneMenu))

const Prompts = part(() => import('./prompts.tsx').then((m) => m.Prompts))

const fade = keyframes({ from: { opacity: 0 } })

const SkipLink = styled('a')({
  position: 'fixed',
  zIndex: 1500,
  top: 8,
  left: 8,
  padding: '12px 16px',
  borderRadius: 8,
  background: colour('surface'),
  color: colour('link'),
  '&:not(:focus)': { clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' },
})

const Drawer = styled('nav')({
  display: 'none',
  [DESKTOP]: {
    display: 'flex',
    flexDirection: 'column',
    position: 'fixed',
    top: 64,
    bottom: 0,
    left: 'env(safe-area-inset-left)',
    width: 200,
    overflowY: 'auto',
    background: colour('nav'),
    borderRight: `1px solid ${colour('line')}`,
  },
})

const Page = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 'calc(100dvh - 56px)',
  padding: '0 env(safe-area-inset-right) calc(77px + env(safe-area-inset-bottom)) env(safe-area-inset-left)',
  [WITH_FORM_BAR]: { paddingBottom: 'calc(106px + env(safe-area-inset-bottom))' },
  '&[data-fills]': {
    position: 'fixed',
    inset: '56px env(safe-area-inset-right) 0 env(safe-area-inset-left)',
    paddingInline: 0,
    minHeight: 0,
  },
  [DESKTOP]: {
    marginLeft: 200,
    minHeight: 'calc(100dvh - 64px)',
    paddingBottom: 0,
    [WITH_FORM_BAR]: { paddingBottom: 81 },
    '&[data-fills]': { top: 64 },
  },
})

const Main = styled('main')({
  flex: 1,
  outline: 'none',
  // The footer starts below the first view, so that it doesn't move within the view when content arrives.
  '@media (max-width: 899px)': { 'div:not([data-fills]) > &': { minHeight: 'calc(100dvh - 56px)' } },
  '&[data-fade]': { animation: `${fade} 300ms cubic-bezier(0.2, 0, 0, 1)` },
})

export type RouteHandle = {
  title: string
  /** Screens that show one of many items return the item's name from their loader's data. */
  nameOf?: (loaded: unknown) => string | undefined
  TopBarAction?: ComponentType
  fills?: boolean
}

function useRouteHandle(): RouteHandle & { name?: string | undefined } {
  const match = useMatches().findLast((one) => one.handle)
  // Every route has a RouteHandle, but the router types it as unknown.
  const handle = match?.handle as RouteHandle | undefined
  return { title: '', ...handle, name: handle?.nameOf?.(match?.loaderData) }
}

/** The person may log in or out, or get another role, in any tab. */
function useGuardsAgain(person: Person | null): void {
  const { revalidate } = useRevalidator()
  const who = person && `${person.id} ${person.role}`
  const [asked, setAsked] = useState(who)
  useEffect(() => {
    if (who === asked) return
    setAsked(who)
    void revalidate()
  }, [who, asked, revalidate])
}

function useHasMoved(path: string): boolean {
  const [first] = useState(path)
  const [hasMoved, setHasMoved] = useState(false)
  if (path !== first && !hasMoved) setHasMoved(true)
  return hasMoved
}

export function Shell() {
  const { title, name: loaded = title, TopBarAction, fills } = useRouteHandle()
  const shown = useScreenName()
  const name = shown ?? loaded
  const { site } = usePageData()
  const location = useLocation()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const person = useSession()
  useGuardsAgain(person)
  useEffect(() => void followPerson(person), [person])
  const [layer, setLayer] = useState<'menu' | 'emergency' | null>(null)
  const close = () => setLayer(null)
  const hasMoved = useHasMoved(location.pathname)
  useEffect(() => {
    document.title = `${name} – ${site.label}`
  }, [name, site.label])
  return (
    <>
      <SkipLink href="#main">Skip to content</SkipLink>
      <TopBar title={shown ?? (location.pathname === '/' ? site.label : title)} Action={TopBarAction} onMenu={() => setLayer('menu')} />
      <Drawer aria-label="Main menu">
        <Menu />
      </Drawer>
      <Page data-fills={fills}>
        <NoSignalBar />
        {/* The first page doesn't fade in, because the server may already have rendered it. The person's id in the key makes React
            discard the page and its state when another person logs in. */}
        <Main id="main" tabIndex={-1} key={`${location.pathname} ${person?.id}`} {...(hasMoved && { 'data-fade': true })}>
          <Outlet />
        </Main>
        {!fills && <Footer />}
      </Page>
      <BottomBar />
      {layer === 'menu' && <PhoneMenu onClose={close} onEmergency={() => setLayer('emergency')} />}
      {layer === 'emergency' && <EmergencyOver onClose={close} />}
      {/* While a navigation is loading, the current page is still shown. Navigating to it again cancels the navigation. */}
      {navigation.state === 'loading' && <LoadingOverlay onCancel={() => navigate(location, { replace: true })} />}
      <Later>
        <Prompts />
      </Later>
      <ScrollRestoration />
    </>
  )
}
