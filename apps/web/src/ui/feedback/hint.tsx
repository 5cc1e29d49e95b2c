import { type ReactElement, useEffect, useState } from 'react'
import { styled } from '../styled.ts'
import { colour, font } from '../theme/theme.ts'

const Root = styled('span')({ position: 'relative', display: 'inline-flex' })

const Bubble = styled('span')({
  position: 'absolute',
  zIndex: 1500,
  top: 'calc(100% + 4px)',
  left: '50%',
  transform: 'translateX(-50%)',
  width: 'max-content',
  maxWidth: 200,
  padding: '4px 8px',
  borderRadius: 4,
  font: font('500 12px/16px'),
  background: colour('text'),
  color: colour('surface'),
})

/** Screen readers read the control's own name, so they skip the bubble. MUI's Tooltip would add 11 kB to the first download. */
export function Hint({ text, children }: { text: string; children: ReactElement }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!shown) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setShown(false)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [shown])
  const hide = () => setShown(false)
  return (
    <Root
      onMouseEnter={() => setShown(true)}
      onMouseLeave={hide}
      onFocus={(event) => setShown(event.target.matches(':focus-visible'))}
      onBlur={hide}
      onClick={hide}
    >
      {children}
      {shown && <Bubble aria-hidden="true">{text}</Bubble>}
    </Root>
  )
}
