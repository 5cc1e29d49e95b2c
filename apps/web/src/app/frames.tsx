/**
 * The server sends one of these frames with the first page, so that the browser paints the title and the Emergency link before the screen's
 * files have loaded.
 */

import type { NamedFrame } from '@trailwarden/api'
import type { ReactNode } from 'react'
import { FirstMapGround } from '#features/trail-map/first-map-ground.tsx'
import { NetworksPanel } from '#features/trail-map/panels/networks-panel.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP } from '#ui/theme/theme.ts'

const Blocks = styled('div')({
  boxSizing: 'border-box',
  display: 'grid',
  gap: 16,
  maxWidth: 752,
  padding: 16,
  'html:is([data-failed], [data-too-old]) &': { display: 'none' },
})

const field = { height: 56, borderRadius: 8, border: `1px solid ${colour('line')}`, background: colour('surface') }
const Field = styled('i')(field)
const Card = styled('i')({ ...field, height: 128, borderRadius: 12 })

const FORM = (
  <Blocks data-blocks aria-hidden>
    <Field />
    <Field />
    <Card />
  </Blocks>
)
const CARDS = (
  <Blocks data-blocks aria-hidden>
    <Card />
    <Card />
    <Card />
  </Blocks>
)

const MapGround = styled('div')({
  position: 'absolute',
  inset: '0 0 calc(77px + env(safe-area-inset-bottom))',
  [DESKTOP]: { bottom: 0 },
  // On small phones, first-view.ts closes the list at first.
  '@media (max-width: 359px), (max-height: 639px)': { '& ul': { display: 'none' } },
})

type Frame = { title: string; fills?: boolean; content: ReactNode }

export const FRAMES: Readonly<Record<NamedFrame, Frame>> = {
  '/map': {
    title: 'Map',
    fills: true,
    content: (
      <MapGround>
        <FirstMapGround />
        <NetworksPanel onOpen={() => {}} />
      </MapGround>
    ),
  },
  '/report': { title: 'Report a problem', content: FORM },
  '/offline': { title: 'Offline maps', content: CARDS },
  '/alerts': { title: 'Alerts', content: CARDS },
  '/subscribe': { title: 'Get alerts', content: FORM },
  '/login': { title: 'Login', content: FORM },
  '/register': { title: 'Register', content: FORM },
}

export const sharedFrame = (title: string): Frame => ({ title, content: CARDS })

const Note = styled('div')({
  display: 'grid',
  gap: 12,
  maxWidth: 560,
  padding: 16,
  '& a': {
    padding: 14,
    borderRadius: 12,
    fontWeight: 600,
    textAlign: 'center',
    textDecoration: 'none',
    color: colour('link'),
    border: `1.5px solid ${colour('outline')}`,
  },
})

const FailedNote = styled(Note)({ 'html:not([data-failed], [data-too-old]) &': { display: 'none' } })

export const FrameContent = ({ content }: Pick<Frame, 'content'>) => (
  <>
    <FailedNote role="status">
      <h2>This screen couldn’t load</h2>
      <p>Check your connection and try again. Emergency still works.</p>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty href is the page itself */}
      <a href="">Try again</a>
      <a href="/">Trail status</a>
    </FailedNote>
    <noscript>
      <Note>
        <h2>This screen needs JavaScript</h2>
        <p>Trail status and Emergency work without it.</p>
        <a href="/">Trail status</a>
      </Note>
    </noscript>
    {content}
  </>
)
