import { keyframes, styled } from '@mui/material/styles'
import type { Person } from '@trailwarden/domain'
import { type ComponentType, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigate, useNavigation, useRevalidator } from 'react-router'
import { followPerson } from '#data/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { LoadingOverlay } from '#ui/loading-overlay.tsx'
import { part } from '#ui/part.tsx'
import { useScreenName } from '#ui/screen-name.ts'
import { colour, DESKTOP, REDUCED_MOTION, WITH_FORM_BAR } from '#ui/theme.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { Later } from './later.tsx'
import { Menu } from './menu.tsx'
import { NoSignalBar } from './no-signal-bar.tsx'
import { TopBar } from './top-bar.tsx'

const PhoneMenu = part(() => import('./phone-menu.tsx').then((m) => m.PhoneMenu))

const ToastList = part(() => import('#ui/toast-list.tsx').then((m) => m.ToastList))
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
    left: 0,
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
  paddingBottom: 'calc(77px + env(safe-area-inset-bottom))',
  [WITH_FORM_BAR]: { paddingBottom: 'calc(106px + env(safe-area-inset-bottom))' },
  '&[data-fills]': { position: 'fixed', inset: '56px 0 0', minHeight: 0 },
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
  '&[data-fade]': { animation: `${fade} 300ms cubic-bezier(0.2, 0, 0, 1)`, [REDUCED_MOTION]: { animation: 'none' } },
})

/** What a route declares to the shell. */
export type RouteHandle = {
  title: string
  /** For screens that show one of many: its name, from what the route's loader gave. */
  nameOf?: (loaded: unknown) => string | undefined
  /** What the screen adds to the top bar. */
  TopBarAction?: ComponentType
  /** The screen fills what the bars leave, and does not scroll; there is no footer. */
  fills?: boolean
}

function useRouteHandle(): RouteHandle & { name?: string | undefined } {
  const match = useMatches().findLast((one) => one.handle)
  // Every route of ours carries a RouteHandle; the router only knows it as unknown.
  const handle = match?.handle as RouteHandle | undefined
  return { title: '', ...handle, name: handle?.nameOf?.(match?.loaderData) }
}

/** Asks the guards of the open page again when someone else, or nobody, is signed in, or the role has changed: here or in another tab. */
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

/** Whether another page than the first was opened. Another hash or search is the same page, and does not fade in again. */
function useHasMoved(path: string): boolean {
  const [first] = useState(path)
  const [hasMoved, setHasMoved] = useState(false)
  if (path !== first && !hasMoved) setHasMoved(true)
  return hasMoved
}

/** The frame around every screen. */
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
  const [menuOpen, setMenuOpen] = useState(false)
  const hasMoved = useHasMoved(location.pathname)
  useEffect(() => {
    document.title = `${name} – ${site.label}`
  }, [name, site.label])
  return (
    <>
      <SkipLink href="#main">Skip to content</SkipLink>
      <TopBar title={shown ?? (location.pathname === '/' ? site.label : title)} Action={TopBarAction} onMenu={() => setMenuOpen(true)} />
      <Drawer aria-label="Main menu">
        <Menu onDesktop />
      </Drawer>
      <Page data-fills={fills}>
        <NoSignalBar />
        {/* The first page does not fade in: it may already be on the screen, written by the server. A page opened by one person
            is never handed on to the next: with the name in its key, all it held is gone. */}
        <Main id="main" tabIndex={-1} key={`${location.pathname} ${person?.id}`} {...(hasMoved && { 'data-fade': true })}>
          <Outlet />
        </Main>
        {!fills && <Footer />}
      </Page>
      <BottomBar />
      {menuOpen && <PhoneMenu onClose={() => setMenuOpen(false)} />}
      {/* A navigation that is still loading has not left this page yet: going here again ends it. */}
      {navigation.state === 'loading' && <LoadingOverlay onCancel={() => navigate(location, { replace: true })} />}
      <Later>
        <Prompts />
      </Later>
      <Later>
        <ToastList />
      </Later>
      <ScrollRestoration />
    </>
  )
}
