import { Card } from './card.tsx'
import { styled } from './styled.ts'
import { colour } from './theme/theme.ts'

export const LinkList = styled(Card)({
  '& a': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    minHeight: 52,
    padding: '0 16px',
    fontWeight: 500,
    color: colour('link'),
    textDecoration: 'none',
    outlineOffset: -3,
  },
  '& a + a': { borderTop: `1px solid ${colour('line')}` },
})
