import { type ReactNode, useEffect, useRef } from 'react'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'

const Details = styled('details')({
  '& > summary': {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) 24px',
    gap: 14,
    alignItems: 'center',
    minHeight: 60,
    boxSizing: 'border-box',
    padding: '8px 12px 8px 16px',
    borderRadius: 11,
    listStyle: 'none',
    cursor: 'pointer',
    outlineOffset: -4,
    '&::-webkit-details-marker': { display: 'none' },
    '& > svg': { color: colour('text2') },
    '& > svg:first-of-type': { color: colour('link') },
    '& h2': { font: font('700 17px/23px') },
    '& b': { display: 'block', font: font('600 15px/20px') },
    '& small': { display: 'block', font: font('400 14px/19px'), color: colour('text2') },
  },
  '&[open] > summary > svg:last-of-type': { transform: 'rotate(180deg)' },
})

type Props = { icon: string; title: ReactNode; isOpenOnDesktop?: boolean; children: ReactNode }

/** Works without scripts. */
export function Fold({ icon, title, isOpenOnDesktop = false, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isOpenOnDesktop && details.current && innerWidth >= DESKTOP_PX) details.current.open = true
  }, [isOpenOnDesktop])
  return (
    <Details ref={details}>
      <summary>
        <Icon path={icon} />
        <span>{title}</span>
        <Icon path={iconKeyboardArrowDown} />
      </summary>
      {children}
    </Details>
  )
}
