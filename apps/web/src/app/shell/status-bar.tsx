import { styled } from '@mui/material/styles'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight } from '#ui/icons.ts'
import { iconCloudOff } from '#ui/screen-icons.ts'
import { font } from '#ui/theme.ts'
import { useIsTyping } from '#ui/typing.ts'

const Bar = styled('div')({
  minHeight: 48,
  font: font('500 14px/18px'),
  background: '#10212A',
  color: '#fff',
  '[data-theme=dark] &': { background: '#263640', color: '#EAF1F4' },
  '& > *': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    minHeight: 'inherit',
    padding: '0 16px',
    color: 'inherit',
    textDecoration: 'none',
  },
  '& > a:focus-visible': { outlineColor: '#fff', outlineOffset: -4 },
  '& span': { flex: 1, padding: '6px 0' },
})

/** Why the device is on its own. */
export const CONNECTION_WORDS = { 'no-signal': 'No signal', 'no-server': "Can't reach the server" }
export const STILL_WORKS = 'Trails, posts and Emergency still work'

/** `parts`: sentences without their full stop; none, and there is no bar. */
type Props = { parts: readonly string[]; to?: string; icon?: string }

/** One sentence stands there as a heading would, several as text. */
function textOf(parts: readonly string[]): string {
  const text = parts.join('. ')
  return text.includes('. ') ? `${text}.` : text
}

/** Fits one line of the smallest phone. */
const ONE_LINE = 28

/** What stands there while someone types, in the room that the text before it has. */
const inRoomOf = (before: string, now: string) => {
  if (now === '') return 'Connected again'
  return now.length <= Math.max(before.length, ONE_LINE) ? now : before
}

/**
 * The dark line under the top bar: what there is to know, and, where there is more, the way to it. While someone types it neither comes
 * nor goes nor grows: it would push the field away that they look at.
 */
export function StatusBar({ parts, to, icon = iconCloudOff }: Props) {
  const isTyping = useIsTyping()
  const now = textOf(parts)
  const [before, setBefore] = useState(isTyping ? '' : now)
  if (!isTyping && before !== now) setBefore(now)
  const bar = useRef<HTMLDivElement>(null)
  const heightPx = useRef(0)
  useLayoutEffect(() => {
    if (!isTyping) heightPx.current = bar.current?.offsetHeight ?? 0
  })
  if (isTyping ? !before : !now) return null
  const content = (
    <>
      <Icon path={icon} />
      <span>{isTyping ? inRoomOf(before, now) : now}</span>
      {to && <Icon path={iconChevronRight} />}
    </>
  )
  return (
    <Bar ref={bar} role="status" {...(isTyping && { style: { minHeight: heightPx.current } })}>
      {to ? <Link to={to}>{content}</Link> : <div>{content}</div>}
    </Bar>
  )
}
