import { styled } from './styled.ts'
import { DESKTOP } from './theme/theme.ts'

export const CentredPage = styled('div')({
  display: 'grid',
  alignContent: 'start',
  gap: 16,
  maxWidth: 460,
  margin: '0 auto',
  padding: '24px 16px',
  [DESKTOP]: { alignContent: 'center', minHeight: 'calc(100dvh - 128px)' },
})
