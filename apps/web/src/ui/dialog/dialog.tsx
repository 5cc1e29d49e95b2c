import MuiDialog, { type DialogProps } from '@mui/material/Dialog'
import { useLayer } from './layer.ts'

type Props = Omit<DialogProps, 'open' | 'onClose'> & {
  /** Undefined if only the dialog's own button may close it. In that case, Back, Escape and a tap outside do nothing. */
  onClose?: () => void
  /** True for a dialog that has a URL and therefore already has its own history entry. */
  hasAddress?: boolean
}

/** A dialog that is open while it is rendered. Back, Escape and a tap outside close it. */
export function Dialog({ onClose, hasAddress = false, ...props }: Props) {
  useLayer(!hasAddress, onClose)
  return <MuiDialog open {...(onClose && { onClose })} {...props} />
}
