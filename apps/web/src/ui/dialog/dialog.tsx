import MuiDialog, { type DialogProps } from '@mui/material/Dialog'
import { useLayer } from './layer.ts'
import { MuiTheme } from './mui-theme.tsx'

type Props = Omit<DialogProps, 'open' | 'onClose'> & {
  /** Leave `onClose` out if only the dialog's own button may close it. Back, Escape and a tap outside then do nothing. */
  onClose?: () => void
  /** A dialog with a URL already has its own history entry. */
  hasAddress?: boolean
}

export function Dialog({ onClose, hasAddress = false, ...props }: Props) {
  useLayer(!hasAddress, onClose)
  return (
    <MuiTheme>
      <MuiDialog open {...(onClose && { onClose })} {...props} />
    </MuiTheme>
  )
}
