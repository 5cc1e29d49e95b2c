import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, rem, WIDE } from '#ui/theme/theme.ts'

export const RecordHead = styled('header')({
  padding: '16px 16px 14px',
  background: colour('surface'),
  borderBottom: `1px solid ${colour('line')}`,
  '& h2': {
    display: 'flex',
    gap: 12,
    alignItems: 'center',
    marginBottom: 8,
    fontSize: rem(24),
    lineHeight: rem(30),
    fontWeight: 700,
    overflowWrap: 'anywhere',
  },
  '& p': { display: 'flex', flexWrap: 'wrap', gap: '6px 20px', alignItems: 'center' },
  [DESKTOP]: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 24, padding: '20px 24px' },
})

export const RecordColumns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  padding: 16,
  alignItems: 'start',
  '& > div': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 },
  '& > div > section > h3': { marginBottom: 8, fontSize: rem(16), lineHeight: rem(24), fontWeight: 600 },
  [DESKTOP]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 24, padding: 24 },
  [WIDE]: { '&[data-columns=three]': { gridTemplateColumns: 'minmax(0, 1.15fr) minmax(0, 1fr) minmax(0, 1fr)' } },
})
