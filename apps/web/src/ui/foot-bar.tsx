import type { ReactNode } from 'react'
import { styled } from './styled.ts'
import { colour, DESKTOP } from './theme/theme.ts'

const Bar = styled('div')({
  position: 'fixed',
  zIndex: 1100,
  left: 0,
  right: 0,
  bottom: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  padding: '8px max(16px, env(safe-area-inset-right)) max(14px, env(safe-area-inset-bottom)) max(16px, env(safe-area-inset-left))',
  background: colour('nav'),
  borderTop: `1px solid ${colour('line')}`,
  // Browsers without `:has()` can't hide the main bar, so this bar is placed above it (docs/decisions/0013).
  '@supports not selector(:has(a))': { '@media (max-width: 899px)': { bottom: 'calc(77px + env(safe-area-inset-bottom))' } },
  '& > a, & > button': { minHeight: 56 },
  '& [data-variant=icon]': { width: 48, height: 56 },
  '& > .grows': { flex: 1, padding: '0 12px' },
  // A label wraps onto two lines instead of being cut off.
  '@media (max-width: 359px)': { '& > .grows': { whiteSpace: 'normal', lineHeight: 1.2 }, '& > .grows svg': { display: 'none' } },
  '&[data-foot-bar=form]': { [DESKTOP]: { left: 200, justifyContent: 'flex-end', padding: '12px 24px' } },
  '&[data-foot-bar=record]': {
    [DESKTOP]: {
      position: 'static',
      flexWrap: 'nowrap',
      padding: 0,
      border: 0,
      background: 'none',
      '& > a, & > button': { minHeight: 48 },
    },
  },
  [DESKTOP]: { '& > .grows': { flex: 'none', padding: '0 20px' }, '& [data-variant=icon]': { height: 48 } },
  // On a very short screen, a fixed bar with two rows would take up more than half of the height.
  '@media (max-height: 300px)': { position: 'static' },
})

/** On phones, the bar replaces the main bar, and Emergency moves to the top bar (`WITH_FOOT_BAR`). */
export const FootBar = ({ of, children }: { of: 'form' | 'record'; children: ReactNode }) => <Bar data-foot-bar={of}>{children}</Bar>
