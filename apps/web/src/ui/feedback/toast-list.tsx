import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../button.tsx'
import { type Box, controlsInSight, measureRise } from '../free-place.ts'
import { Icon } from '../icons/icon.tsx'
import { iconCheckCircleFill, iconClose, iconErrorFill, iconInfoFill, iconWarningFill } from '../icons/screen-icons.ts'
import { styled } from '../styled.ts'
import { DESKTOP, font, SHADOW_FLOATING, WITH_FORM_BAR } from '../theme/theme.ts'
import { dismiss, type Toast, type ToastKind, useToasts } from './toasts.ts'

const GLYPH = { info: iconInfoFill, success: iconCheckCircleFill, warning: iconWarningFill, error: iconErrorFill }
const TINT = {
  info: ['#8AD7EC', '#005F78'],
  success: ['#7FE09A', '#17692B'],
  warning: ['#FFC26B', '#974300'],
  error: ['#FF9A91', '#A81C15'],
}

// The bar at the bottom is a phone's main bar or a form's bar.
const Place = styled('div')({
  position: 'fixed',
  zIndex: 1400,
  left: 'max(12px, env(safe-area-inset-left))',
  right: 'max(12px, env(safe-area-inset-right))',
  bottom: 'calc(85px + env(safe-area-inset-bottom))',
  display: 'grid',
  gap: 8,
  pointerEvents: 'none',
  [WITH_FORM_BAR]: { bottom: 'calc(88px + env(safe-area-inset-bottom))' },
  // A map's round buttons need this space.
  '&[data-narrow]': { right: 84 },
  [DESKTOP]: { left: 'auto', right: 24, bottom: 24, width: 400, [WITH_FORM_BAR]: { bottom: 93 }, '&[data-narrow]': { right: 96 } },
})

const Bar = styled('div')<{ kind: ToastKind }>(({ kind }) => ({
  pointerEvents: 'auto',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 56,
  padding: '4px 4px 4px 16px',
  borderRadius: 8,
  font: font('500 15px/20px'),
  background: '#10212A',
  color: '#fff',
  boxShadow: SHADOW_FLOATING,
  '& > svg': { flex: 'none', color: TINT[kind][0] },
  '& > span': { flex: 1, overflowWrap: 'anywhere' },
  '& > a, & > button:not(:last-of-type)': {
    padding: '14px 8px',
    margin: '-4px 0',
    border: 0,
    background: 'none',
    font: font('700 15px/20px'),
    color: 'inherit',
    textDecoration: 'underline',
    textUnderlineOffset: 3,
    cursor: 'pointer',
  },
  '& :focus-visible': { outlineColor: 'currentColor', outlineOffset: -4 },
  '[data-theme=dark] &': { background: '#E3EBEE', color: '#10212A', '& > svg': { color: TINT[kind][1] } },
}))

/** Toasts must stay below the top bar. */
const HIGHEST_PX = 72

/** Toasts are as low as possible but cover no button. */
function placeToasts(place: HTMLElement): void {
  const { all, buttons } = controlsInSight(place)
  place.style.translate = ''
  const lowest = (others: readonly Box[], highestPx: number) =>
    [false, true]
      .flatMap((isNarrow) => {
        place.toggleAttribute('data-narrow', isNarrow)
        const rise = measureRise(place.getBoundingClientRect(), others, highestPx)
        return rise === null ? [] : [{ isNarrow, rise }]
      })
      .sort((a, b) => a.rise - b.rise)[0]
  // Covering a field is better than being too far from the bottom, where nobody looks for a toast.
  const { isNarrow, rise } = lowest(all, innerHeight / 2) ?? lowest(buttons, HIGHEST_PX) ?? { isNarrow: false, rise: 0 }
  place.toggleAttribute('data-narrow', isNarrow)
  place.style.translate = `0 -${rise}px`
}

export function ToastList() {
  const toasts = useToasts()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (toasts.length === 0 || !place.current) return
    const { current } = place
    let frame = 0
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => placeToasts(current))
    }
    placeToasts(current)
    // The screen may change while toasts are shown, because someone scrolls or opens another screen.
    const changes = new MutationObserver(soon)
    changes.observe(document.body, { childList: true, subtree: true })
    addEventListener('scroll', soon, { capture: true, passive: true })
    addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      removeEventListener('scroll', soon, { capture: true })
      removeEventListener('resize', soon)
    }
  }, [toasts])
  return (
    <Place ref={place} role="status" aria-live="polite" aria-label="Messages">
      {toasts.map((toast) => (
        <Message key={toast.id} toast={toast} />
      ))}
    </Place>
  )
}

function Message({ toast: { id, kind, text, link } }: { toast: Toast }) {
  const hide = () => dismiss(id)
  return (
    <Bar kind={kind}>
      <Icon path={GLYPH[kind]} />
      <span>{text}</span>
      {link?.to && (
        <Link to={link.to} onClick={hide}>
          {link.title}
        </Link>
      )}
      {link?.act && (
        <button
          type="button"
          onClick={() => {
            hide()
            link.act?.()
          }}
        >
          {link.title}
        </button>
      )}
      <IconButton aria-label="Dismiss" onClick={hide}>
        <Icon path={iconClose} />
      </IconButton>
    </Bar>
  )
}
