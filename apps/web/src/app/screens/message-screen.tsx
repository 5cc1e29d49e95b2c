import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, rem } from '#ui/theme/theme.ts'

export const MessageScreen = styled('section')({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 12,
  maxWidth: 460,
  minHeight: '62dvh',
  margin: '0 auto',
  padding: '32px 40px',
  textAlign: 'center',
  '& h2': { fontSize: rem(24), lineHeight: rem(30), fontWeight: 700 },
  '& p': { color: colour('text2') },
  '& button, & a': { width: '100%', minHeight: 56 },
  [DESKTOP]: { minHeight: '70dvh' },
})
