import { styled } from '#ui/styled.ts'
import { DESKTOP } from '#ui/theme/theme.ts'

export const AccountPage = styled('div')({
  display: 'grid',
  gap: 16,
  padding: 16,
  [DESKTOP]: { gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 6fr)', alignItems: 'start', gap: 24, padding: 24 },
})
