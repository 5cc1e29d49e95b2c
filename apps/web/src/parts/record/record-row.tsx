import { Link } from 'react-router'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'

/** One record in a list on a phone: a symbol, its title and a line of text. */
export const RecordRow = styled(Link)({
  display: 'flex',
  gap: 12,
  alignItems: 'center',
  minHeight: 64,
  padding: '8px 16px',
  color: 'inherit',
  textDecoration: 'none',
  '& > span': { flex: 1, minWidth: 0 },
  '& b, & small': { display: 'block', overflowWrap: 'anywhere' },
  '& small': { fontSize: rem(14), color: colour('text2') },
  '&[data-card]': { background: colour('surface'), border: `1px solid ${colour('line')}`, borderRadius: 12 },
})
