import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'

const Top = styled('div')({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: 12,
  padding: '14px 16px 8px',
  '& h2': { font: font('700 17px/24px') },
  '& span': { font: font('400 14px/20px'), color: colour('text2') },
})

export const CardTop = ({ id, title, more }: { id: string; title: string; more?: string }) => (
  <Top>
    <h2 id={id}>{title}</h2>
    {more && <span>{more}</span>}
  </Top>
)
