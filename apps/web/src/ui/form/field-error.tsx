import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { iconErrorFill } from '../icons/screen-icons.ts'
import { styled } from '../styled.ts'
import { colour, font } from '../theme/theme.ts'

const Line = styled('p')({ display: 'flex', gap: 6, marginTop: 6, font: font('500 14px/20px'), color: colour('errorText') })

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Line id={id} role="alert">
      <Icon path={iconErrorFill} size={20} />
      {children}
    </Line>
  )
}
