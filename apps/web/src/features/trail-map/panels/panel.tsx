import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { useLayer } from '#ui/dialog/layer.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconClose } from '#ui/icons/screen-icons.ts'
import { colour, DESKTOP, font, rem, SHADOW_FLOATING } from '#ui/theme/theme.ts'
import { SHEET_SHARE, TALL_SHEET_SHARE } from '../popup/popup-place.ts'

/**
 * A sheet above the bottom bar on a phone, which opens at half the height of the map. A panel at the side on a desktop. The map and the
 * Emergency button stay usable.
 */
const Frame = styled('section')({
  position: 'absolute',
  zIndex: 3,
  left: 0,
  right: 0,
  bottom: 0,
  display: 'flex',
  flexDirection: 'column',
  maxHeight: `${SHEET_SHARE * 100}%`,
  background: colour('surface'),
  borderRadius: '20px 20px 0 0',
  boxShadow: SHADOW_FLOATING,
  '&[data-tall=true]': { maxHeight: `${TALL_SHEET_SHARE * 100}%` },
  '&[data-full=true]': { maxHeight: 'calc(100% - 16px)' },
  [DESKTOP]: {
    top: 16,
    bottom: 'auto',
    width: 336,
    maxHeight: 'calc(100% - 32px)',
    borderRadius: 12,
    border: `1px solid ${colour('line')}`,
    '&[data-full][data-tall]': { maxHeight: 'calc(100% - 32px)' },
    '&[data-side=left]': { left: 16, right: 'auto' },
    '&[data-side=right]': { right: 16, left: 'auto', width: 392 },
  },
})

const Handle = styled('button')({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  height: 24,
  border: 0,
  borderRadius: '20px 20px 0 0',
  background: 'none',
  cursor: 'pointer',
  touchAction: 'none',
  position: 'relative',
  outlineOffset: -4,
  // The tap area is larger than the visible handle.
  '&::after': { content: '""', position: 'absolute', inset: '-24px 0 0' },
  '& i': { width: 40, height: 5, borderRadius: 3, background: colour('outline') },
  [DESKTOP]: { display: 'none' },
})

const Head = styled('header')({
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '0 8px 8px 16px',
  '& > div': { flex: 1, minWidth: 0 },
  '& h2': { fontSize: rem(20), lineHeight: rem(26), outline: 'none', overflowWrap: 'anywhere' },
  '& p': { fontSize: rem(14), lineHeight: rem(20), color: colour('text2') },
  '& small': { display: 'block', font: font('600 14px/20px'), color: colour('text2') },
  '&[data-large=true]': { alignItems: 'start' },
  '&[data-large=true] h2': { font: font('800 38px/42px'), letterSpacing: '-.015em' },
  '&[data-large=true] p': { font: font('600 15px/20px'), color: colour('text') },
  [DESKTOP]: { paddingTop: 12 },
})

const Body = styled('div')({ flex: '1 1 auto', minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain' })

type Props = {
  title: string
  /** The name for screen readers, if the title is too short for them. */
  name?: string
  /** Above the title. */
  lead?: ReactNode
  detail?: ReactNode
  mark?: ReactNode
  side: 'left' | 'right'
  /** For a sheet with a large title, which may cover more of the map. */
  isLarge?: boolean
  /** Undefined if the panel replaces the map and can't be closed. */
  onClose?: (() => void) | undefined
  children: ReactNode
}

const DRAG_PX = 24

export function Panel({ title, name, lead, detail, mark, side, isLarge = false, onClose, children }: Props) {
  const [isFull, setIsFull] = useState(false)
  const heading = useId()
  const titleRef = useRef<HTMLHeadingElement>(null)
  const dragged = useRef<number | null>(null)
  useLayer(onClose !== undefined, onClose, true)
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus({ preventScroll: true })
    }
  }, [])
  // Moves the focus to the panel's title for keyboard and screen reader users.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new panel
  useEffect(() => titleRef.current?.focus({ preventScroll: true }), [title])
  // A fold that has been opened needs the room.
  const openedFold = ({ target }: SyntheticEvent) => {
    if (isLarge && target instanceof HTMLDetailsElement && target.open) setIsFull(true)
  }
  const drag = (y: number) => {
    if (dragged.current === null) return
    const by = y - dragged.current
    if (Math.abs(by) < DRAG_PX) return
    dragged.current = null
    if (by < 0) setIsFull(true)
    else if (isFull) setIsFull(false)
    else onClose?.()
  }
  return (
    <Frame {...(name ? { 'aria-label': name } : { 'aria-labelledby': heading })} data-side={side} data-tall={isLarge} data-full={isFull}>
      <Handle
        type="button"
        aria-label={isFull ? 'Half height' : 'Full height'}
        aria-expanded={isFull}
        onClick={() => setIsFull(!isFull)}
        onPointerDown={(event) => {
          dragged.current = event.clientY
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => drag(event.clientY)}
        onPointerUp={() => {
          dragged.current = null
        }}
      >
        <i />
      </Handle>
      <Head data-large={isLarge}>
        {mark}
        <div>
          {lead && <small>{lead}</small>}
          <h2 id={heading} ref={titleRef} tabIndex={-1}>
            {title}
          </h2>
          {detail && <p>{detail}</p>}
        </div>
        {onClose && (
          <IconButton aria-label="Close" onClick={onClose}>
            <Icon path={iconClose} />
          </IconButton>
        )}
      </Head>
      <Body onToggle={openedFold}>{children}</Body>
    </Frame>
  )
}
