import { usePageData } from '#data/page-data.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'

const Chip = styled('p')({
  justifySelf: 'start',
  width: 'fit-content',
  padding: '4px 12px',
  borderRadius: 16,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  font: font('600 13px/20px'),
})

export const SampleNote = () => (usePageData().site.sample ? <Chip>{MAP_MESSAGES.sample}</Chip> : null)
