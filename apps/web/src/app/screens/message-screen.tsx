import { styled } from '@mui/material/styles'
import { colour, DESKTOP } from '#ui/theme.ts'

/** A screen that says one thing in the middle, with the ways on from there. */
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
  '& h2': { fontSize: 24, lineHeight: '30px', fontWeight: 700 },
  '& p': { color: colour('text2') },
  '& button, & a': { width: '100%', minHeight: 56 },
  [DESKTOP]: { minHeight: '70dvh' },
})
