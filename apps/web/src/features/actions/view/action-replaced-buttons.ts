import { styled } from '@mui/material/styles'

/** The row of buttons at the end of a notice. */
export const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 })
