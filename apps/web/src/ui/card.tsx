import { styled } from './styled.ts'
import { colour, typography } from './theme/theme.ts'

export const Card = styled('section')({ background: colour('surface'), border: `1px solid ${colour('line')}`, borderRadius: 12 })

export const CardHeading = styled('h2')({ ...typography.h2, padding: '14px 16px 4px' })

export const PaddedCard = styled(Card)({
  padding: 16,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  '& h2': { padding: 0 },
})

export const Muted = styled('p')({ ...typography.body2, color: colour('text2') })
