import { type ReactNode, type SyntheticEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { useLayer } from '#ui/dialog/layer.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconClose } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem, SHADOW_FLOATING } from '#ui/theme/theme.ts'
import { SHEET_SHARE, type SheetStage, TALL_SHEET_SHARE } from '../popup/popup-place.ts'

/** The map and the Emergency button stay usable beside the panel. */
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
  '&[data-stage]': { maxHeight: 'calc(100% - 96px)' },
  '&[data-full=true]': { maxHeight: 'calc(100% - 16px)' },
  [DESKTOP]: {
    top: 16,
    bottom: 'auto',
    width: 384,
    maxHeight: 'calc(100% - 32px)',
    borderRadius: 12,
    border: `1px solid ${colour('line')}`,
    '&[data-full][data-tall], &[data-stage]': { maxHeight: 'calc(100% - 32px)' },
    '&[data-side=left]': { left: 16, right: 'auto' },
    '&[data-side=right]': { right: 16, left: 'auto', width: 336 },
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
  '&[data-stages=true]': {
    '& > svg:first-of-type': { margin: '0 3px' },
    '& h2': { font: font('700 22px/28px') },
    '@media (max-width: 359px)': { padding: '0 4px 2px 14px', '& h2': { font: font('700 19px/24px') } },
  },
  '& small': { display: 'block', font: font('600 13px/18px'), color: colour('text2') },
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
  /**
   * The sheet opens at half its height. Moving the map or pulling the sheet down leaves one line, and pulling it up calls `onUp`.
   * `onSettled` receives the height after each change.
   */
  stages?: { stage: SheetStage; onStage: (stage: SheetStage) => void; onUp: () => void; onSettled: (heightPx: number) => void }
  /** A panel that replaces the map can't be closed. */
  onClose?: (() => void) | undefined
  children: ReactNode
}

const DRAG_PX = 24

export function Panel({ title, name, lead, detail, mark, side, isLarge = false, stages, onClose, children }: Props) {
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
  // Keyboard and screen reader users continue at the panel's title.
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
    if (by < 0) {
      if (stages?.stage === 'half') stages.onUp()
      else if (stages) stages.onStage('half')
      else setIsFull(true)
    } else if (stages?.stage === 'half') stages.onStage('peek')
    else if (isFull) setIsFull(false)
    else onClose?.()
  }
  const frame = useRef<HTMLElement>(null)
  const settled = useEffectEvent(() => stages?.onSettled(frame.current?.offsetHeight ?? 0))
  const hasStages = stages !== undefined
  useEffect(() => {
    if (!hasStages || !frame.current) return
    const observer = new ResizeObserver(settled)
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [hasStages])
  const isOpened = stages ? stages.stage === 'half' : isFull
  return (
    <Frame
      {...(name ? { 'aria-label': name } : { 'aria-labelledby': heading })}
      data-side={side}
      data-tall={isLarge}
      data-full={isFull}
      data-stage={stages?.stage}
      ref={frame}
    >
      <Handle
        type="button"
        aria-label={isOpened ? 'Show less' : 'Show more'}
        aria-expanded={isOpened}
        onClick={() => (stages ? stages.onStage(isOpened ? 'peek' : 'half') : setIsFull(!isFull))}
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
      <Head data-large={isLarge} data-stages={hasStages}>
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
