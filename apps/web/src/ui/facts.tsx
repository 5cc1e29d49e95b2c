import { styled } from './styled.ts'
import { colour, rem } from './theme/theme.ts'

export const Facts = styled('dl')({
  margin: 0,
  '& > div': { display: 'grid', gridTemplateColumns: '116px minmax(0, 1fr)', gap: 12, padding: '10px 0', fontSize: rem(15) },
  '& > div + div': { borderTop: `1px solid ${colour('line')}` },
  '& dt': { color: colour('text2') },
  '& dd': { margin: 0, fontWeight: 500, overflowWrap: 'anywhere', '& a': { color: colour('link') } },
  '& dd p + p': { marginTop: 8 },
})
