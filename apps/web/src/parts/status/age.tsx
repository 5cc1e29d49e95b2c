import { useEffect, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatExact } from '#lib/dates.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { type AgeProps, AgeText } from './age-text.tsx'

const SHOWN_MS = 5000

const Button = styled('button')({
  position: 'relative',
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  color: 'inherit',
  textAlign: 'inherit',
  textDecoration: 'underline dotted 1px',
  textUnderlineOffset: 4,
  // The tap area is larger than the text.
  '&::after': { content: '""', position: 'absolute', inset: '-14px -8px' },
})

const Bubble = styled('span')({
  position: 'absolute',
  zIndex: 1500,
  top: 'calc(100% + 6px)',
  padding: '6px 10px',
  borderRadius: 6,
  font: font('500 14px/20px'),
  whiteSpace: 'nowrap',
  background: colour('text'),
  color: colour('surface'),
  '&[data-side=left]': { right: 0 },
  '&[data-side=right]': { left: 0 },
})

export function Age(props: AgeProps) {
  const { timeZone } = usePageData().site
  const [side, setSide] = useState<'left' | 'right' | null>(null)
  useEffect(() => {
    if (!side) return
    const timer = setTimeout(setSide, SHOWN_MS, null)
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setSide(null)
    addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey)
    }
  }, [side])
  const hide = () => setSide(null)
  const show = ({ currentTarget }: { currentTarget: Element }) => {
    const { left, right } = currentTarget.getBoundingClientRect()
    // The age may be close to either edge of a phone, so the exact time is shown on the side that has room.
    setSide(left + right > innerWidth ? 'left' : 'right')
  }
  return (
    <Button type="button" onClick={show} onMouseEnter={show} onMouseLeave={hide} onFocus={show} onBlur={hide}>
      <AgeText {...props} />
      {side && (
        <Bubble aria-hidden="true" data-side={side}>
          {formatExact(new Date(props.at), timeZone)}
        </Bubble>
      )}
    </Button>
  )
}
