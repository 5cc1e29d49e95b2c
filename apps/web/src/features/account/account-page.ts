import { styled } from '@mui/material/styles'
import { DESKTOP } from '#ui/theme.ts'

/** The frame of the account's tabs: cards below each other on a phone, in two columns on a desktop. */
export const AccountPage = styled('div')({
  display: 'grid',
  gap: 16,
  padding: 16,
  [DESKTOP]: { gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 6fr)', alignItems: 'start', gap: 24, padding: 24 },
})
