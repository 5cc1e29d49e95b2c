import { styled } from '#ui/styled.ts'
import { colour, DESKTOP } from '#ui/theme/theme.ts'

export const FormPage = styled('div')({ padding: 16, '& form': { gap: 16 }, [DESKTOP]: { padding: 24 } })

export const FormColumns = styled('div')({
  display: 'grid',
  gap: 16,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > div': { display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' },
  [DESKTOP]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 24 },
})

export const Remark = styled('p')({
  display: 'flex',
  gap: 10,
  padding: '10px 12px',
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
})
