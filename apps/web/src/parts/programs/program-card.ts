import { styled } from '#ui/styled.ts'

export const CardTop = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  padding: '14px 16px',
  '& h2': { padding: 0 },
})
export const CardBody = styled('div')({ padding: '0 16px 16px' })
