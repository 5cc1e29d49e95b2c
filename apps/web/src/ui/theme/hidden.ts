import { styled } from '../styled.ts'

export const HIDDEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const

export const Hidden = styled('span')(HIDDEN)
