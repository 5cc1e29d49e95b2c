import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'

const Frame = styled('details')({
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  background: colour('surface'),
  // Browsers wrap the content of details in a box that doesn't pass on the page's box sizing.
  '& > summary, & > div': { boxSizing: 'border-box' },
  '& > summary': {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) 24px',
    alignItems: 'center',
    gap: 12,
    minHeight: 60,
    padding: '6px 14px',
    borderRadius: 11,
    cursor: 'pointer',
    '&::-webkit-details-marker': { display: 'none' },
  },
  '& > summary > svg:first-of-type': { color: colour('link') },
  '& > summary > svg:last-of-type': { color: colour('text2') },
  '&[open] > summary > svg:last-of-type': { transform: 'rotate(180deg)' },
  '& > summary b, & > summary small': { display: 'block' },
  '& > summary b': { font: font('600 16px/21px') },
  '& > summary small': { fontSize: rem(14), lineHeight: rem(18), color: colour('text2') },
  '& > div': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 14, padding: '4px 14px 16px' },
})

type Props = {
  icon: string
  title: string
  text: string
  startsOpen: boolean
  /** A field inside isn't valid. */
  hasIssue?: boolean
  children: ReactNode
}

/** Closed fields stay in the form, so that their values are sent. If one of them isn't valid, the card opens with the focus on it. */
export function FoldCard({ icon, title, text, startsOpen, hasIssue = false, children }: Props) {
  const card = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(startsOpen)
  useEffect(() => {
    if (!hasIssue || !card.current || card.current.open) return
    card.current.open = true
    card.current.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [hasIssue])
  return (
    <Frame ref={card} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <Icon path={icon} />
        <span>
          <b>{title}</b>
          <small>{text}</small>
        </span>
        <Icon path={iconKeyboardArrowDown} />
      </summary>
      <div>{children}</div>
    </Frame>
  )
}
