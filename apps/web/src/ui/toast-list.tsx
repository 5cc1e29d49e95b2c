import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { Icon } from './icon.tsx'
import { iconCheckCircleFill, iconClose, iconErrorFill, iconInfoFill, iconWarningFill } from './screen-icons.ts'
import { DESKTOP, font, SHADOW_FLOATING, WITH_FORM_BAR } from './theme.ts'
import { dismiss, type ToastKind, useToasts } from './toasts.ts'

const GLYPH = { info: iconInfoFill, success: iconCheckCircleFill, warning: iconWarningFill, error: iconErrorFill }
const TINT = {
  info: ['#8AD7EC', '#005F78'],
  success: ['#7FE09A', '#17692B'],
  warning: ['#FFC26B', '#974300'],
  error: ['#FF9A91', '#A81C15'],
}

const Stack = styled('div')({
  position: 'fixed',
  zIndex: 1400,
  display: 'grid',
  gap: 8,
  left: 12,
  right: 12,
  bottom: 'calc(92px + env(safe-area-inset-bottom))',
  pointerEvents: 'none',
  [WITH_FORM_BAR]: { bottom: 'calc(118px + env(safe-area-inset-bottom))' },
  [DESKTOP]: { left: 'auto', right: 24, bottom: 24, width: 400, [WITH_FORM_BAR]: { bottom: 105 } },
})

const Bar = styled('div')<{ kind: ToastKind }>(({ kind }) => ({
  pointerEvents: 'auto',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 56,
  padding: '4px 4px 4px 16px',
  borderRadius: 8,
  font: font('500 15px/20px'),
  background: '#10212A',
  color: '#fff',
  boxShadow: SHADOW_FLOATING,
  '& > svg': { color: TINT[kind][0] },
  '& > span': { flex: 1, overflowWrap: 'anywhere' },
  '[data-theme=dark] &': { background: '#E3EBEE', color: '#10212A', '& > svg': { color: TINT[kind][1] } },
}))

export function ToastList() {
  return (
    <Stack role="status" aria-live="polite" aria-label="Messages">
      {useToasts().map((one) => (
        <Bar key={one.id} kind={one.kind}>
          <Icon path={GLYPH[one.kind]} />
          <span>{one.text}</span>
          <IconButton aria-label="Dismiss" onClick={() => dismiss(one.id)}>
            <Icon path={iconClose} />
          </IconButton>
        </Bar>
      ))}
    </Stack>
  )
}
