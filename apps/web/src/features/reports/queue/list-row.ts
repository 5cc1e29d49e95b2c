import { colour, rem } from '#ui/theme/theme.ts'

export const LIST_ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: 64,
  padding: '8px 16px',
  border: 0,
  background: 'none',
  color: colour('text'),
  font: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  outlineOffset: -4,
  '& > span:nth-of-type(2)': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& b, & small': { display: 'block' },
  '& small': { fontSize: rem(13), lineHeight: rem(18), color: colour('text2') },
} as const
