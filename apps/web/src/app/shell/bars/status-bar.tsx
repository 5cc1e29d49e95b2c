import { styled } from '@mui/material/styles'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useIsTyping } from '#ui/form/typing.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { iconCloudOff } from '#ui/icons/screen-icons.ts'
import { font } from '#ui/theme/theme.ts'

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

/** The texts for the reasons why the device is offline. */
export const CONNECTION_WORDS = { 'no-signal': 'No signal', 'no-server': 'Can’t reach the server' }
export const STILL_WORKS = 'Trails, posts and Emergency still work'

/** `parts` contains sentences without full stops. If it is empty, the bar is hidden. */
type Props = { parts: readonly string[]; to?: string; icon?: string }

/** Joins the sentences. A single sentence has no full stop, like a heading. */
function textOf(parts: readonly string[]): string {
  const text = parts.join('. ')
  return text.includes('. ') ? `${text}.` : text
}

/** The number of characters that fit on one line of the smallest phone. */
const ONE_LINE = 28

/** Returns the text to show while someone is typing. The text must fit in the space of the previous one. */
const inRoomOf = (before: string, now: string) => {
  if (now === '') return 'Connected again'
  return now.length <= Math.max(before.length, ONE_LINE) ? now : before
}

/**
 * The dark line under the top bar, with a link if there are details. While someone is typing, the line doesn't appear, disappear or grow,
 * because that would move the field on the screen.
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
