import { Card } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'

/** One line of the form: an icon, a title with a smaller line below, and a button or photo at the end. */
export const RowCard = styled(Card)({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '24px minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: 12,
  minHeight: 60,
  padding: '6px 14px',
  '& > svg:first-of-type': { color: colour('link') },
  '& b, & small': { display: 'block', overflowWrap: 'anywhere' },
  '& b': { font: font('600 16px/21px') },
  '& small': { fontSize: rem(14), lineHeight: rem(18), color: colour('text2') },
  '& small.rough': { color: colour('warningText'), fontWeight: 600 },
  '& > [role=alert]': { gridColumn: '1 / -1', color: colour('errorText') },
})
