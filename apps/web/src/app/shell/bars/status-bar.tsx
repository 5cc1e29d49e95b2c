import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useIsTyping } from '#ui/form/typing.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { iconCloudOff } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
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

export const CONNECTION_WORDS = { 'no-signal': 'No signal', 'no-server': 'Can’t reach the server' }
export const STILL_WORKS = 'Trails, posts and Emergency still work'

/** The sentences in `parts` have no full stops. */
type Props = { parts: readonly string[]; to?: string; icon?: string }

function textOf(parts: readonly string[]): string {
  const text = parts.join('. ')
  return text.includes('. ') ? `${text}.` : text
}

/** One line of the smallest phone has room for this many characters. */
const ONE_LINE = 28

const inRoomOf = (before: string, now: string) => {
  if (now === '') return 'Connected again'
  return now.length <= Math.max(before.length, ONE_LINE) ? now : before
}

/** While someone is typing, the bar keeps its height and stays visible or hidden, because a change would move the field on the screen. */
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
