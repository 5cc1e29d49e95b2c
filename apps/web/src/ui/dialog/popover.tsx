import MuiPopover, { type PopoverProps } from '@mui/material/Popover'
import { useLayer } from './layer.ts'

type Props = Omit<PopoverProps, 'open' | 'onClose'> & { onClose: () => void }

/** A popover that is open while it is rendered. Back, Escape and a tap outside close it. */
export function Popover(props: Props) {
  useLayer(true, props.onClose)
  return <MuiPopover open {...props} />
}
