import { useId, useLayoutEffect, useRef, useState } from 'react'
import { isDesktop } from '#lib/breakpoint.ts'
import { isRoomy } from '#parts/map/first-cover.ts'
import { AgeText } from '#parts/status/age-text.tsx'
import { type ShownNetwork, useShownNetworks } from '#parts/status/network-conditions.ts'
import { StatusShape, StatusText } from '#parts/status/status-shape.tsx'
import { UpcomingLines } from '#parts/status/upcoming.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, SHADOW_FLOATING } from '#ui/theme/theme.ts'
import { Legend } from '../layers/legend.tsx'

/** Elements above the sheet need its height. */
export const SHEET_HEIGHT = 'var(--networks-height, 0px)'
export const SHEET_OPEN = 'data-networks-open'

/** Rendering the whole screen would make the movement stutter, so the height is set directly on the map's element. */
function usePublishedHeight(isOpen: boolean) {
  const frame = useRef<HTMLElement>(null)
  // The height must be set before the first paint, or the map's buttons would jump.
  useLayoutEffect(() => {
    const [sheet, screen] = [frame.current, frame.current?.parentElement]
    if (!sheet || !screen) return
    const publish = () => screen.style.setProperty('--networks-height', `${isDesktop() ? 0 : sheet.offsetHeight}px`)
    publish()
    const observer = new ResizeObserver(publish)
    observer.observe(sheet)
    screen.toggleAttribute(SHEET_OPEN, isOpen && !isDesktop())
    return () => {
      observer.disconnect()
      screen.style.removeProperty('--networks-height')
      screen.removeAttribute(SHEET_OPEN)
    }
  }, [isOpen])
  return frame
}

/** A sheet at the bottom of the map on a phone, and a panel on the left on a desktop. */
const Frame = styled('section')({
  position: 'absolute',
  zIndex: 2,
  left: 0,
  right: 0,
  bottom: 0,
  display: 'flex',
  flexDirection: 'column',
  maxHeight: '46%',
  background: colour('surface'),
  borderRadius: '20px 20px 0 0',
  boxShadow: SHADOW_FLOATING,
  '& .legend': { display: 'none' },
  [DESKTOP]: {
    top: 16,
    left: 16,
    right: 'auto',
    bottom: 'auto',
    width: 360,
    maxHeight: 'calc(100% - 32px)',
    borderRadius: 12,
    border: `1px solid ${colour('line')}`,
    '& .legend': { display: 'block' },
  },
})

const Head = styled('h2')({
  flex: 'none',
  '& button': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    width: '100%',
    minHeight: 64,
    padding: '16px 16px 8px',
    border: 0,
    background: 'none',
    color: colour('text'),
    font: font('700 18px/24px'),
    textAlign: 'left',
    cursor: 'pointer',
    position: 'relative',
    outlineOffset: -4,
  },
  '& i': {
    position: 'absolute',
    top: 8,
    left: 'calc(50% - 20px)',
    width: 40,
    height: 5,
    borderRadius: 3,
    background: colour('outline'),
  },
  '& span': { font: font('500 14px/20px'), color: colour('text2') },
  [DESKTOP]: { '& i': { display: 'none' }, '& button': { padding: '8px 16px' } },
})

const Rows = styled('ul')({
  flex: '1 1 auto',
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  '& button': {
    display: 'grid',
    gridTemplateColumns: '32px 1fr 24px',
    gap: '2px 14px',
    alignItems: 'center',
    width: '100%',
    minHeight: 64,
    padding: '10px 16px',
    border: 0,
    borderTop: `1px solid ${colour('line')}`,
    background: 'none',
    color: colour('text'),
    textAlign: 'left',
    cursor: 'pointer',
    outlineOffset: -4,
  },
  '& .name': { font: font('600 16px/22px'), '& b': { marginLeft: 8, font: font('700 14px/22px') } },
  '& .message': { display: 'block', font: font('400 14px/20px'), color: colour('text2'), overflowWrap: 'anywhere' },
})

/** The oldest confirmation is the least reliable, so its time is shown. */
function Confirmed({ networks }: { networks: readonly ShownNetwork[] }) {
  const times = networks.flatMap(({ postedAt }) => postedAt ?? []).sort()
  if (times[0] && times.length < networks.length) return 'Not all confirmed'
  if (times[0]) return <AgeText at={times[0]} lead="Confirmed" />
  return networks.some(({ message }) => message) ? 'No status yet' : 'Not confirmed'
}

/** The list is the text alternative to the map's status badges, so it precedes the map in reading order. */
export function NetworksPanel({ onOpen }: { onOpen: (networkId: string) => void }) {
  const networks = useShownNetworks()
  const [isOpen, setIsOpen] = useState(isRoomy)
  const list = useId()
  const frame = usePublishedHeight(isOpen)
  const title = networks.length === 1 ? networks[0]?.name : `${networks.length} networks`
  return (
    <Frame ref={frame} aria-label="Networks">
      <Head>
        <button type="button" aria-expanded={isOpen} aria-controls={list} onClick={() => setIsOpen(!isOpen)}>
          <i />
          {title}
          <span>
            <Confirmed networks={networks} />
          </span>
        </button>
      </Head>
      <Rows id={list} hidden={!isOpen}>
        {networks.map(({ id, name, shape, word, message, upcoming }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                setIsOpen(false)
                onOpen(id)
              }}
            >
              <StatusShape status={shape} size={32} />
              <span>
                <span className="name">
                  {name} <StatusText status={shape}>{word}</StatusText>
                </span>
                <span className="message">{message}</span>
                <UpcomingLines lines={upcoming} />
              </span>
              <Icon path={iconChevronRight} />
            </button>
          </li>
        ))}
      </Rows>
      {isOpen && <Legend />}
    </Frame>
  )
}
