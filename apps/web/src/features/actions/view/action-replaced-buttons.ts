import { styled } from '#ui/styled.ts'

export const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 })
