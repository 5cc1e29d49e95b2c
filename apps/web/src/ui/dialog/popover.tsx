import MuiPopover, { type PopoverProps } from '@mui/material/Popover'
import { useLayer } from './layer.ts'

type Props = Omit<PopoverProps, 'open' | 'onClose'> & { onClose: () => void }

export function Popover(props: Props) {
  useLayer(true, props.onClose)
  return <MuiPopover open {...props} />
}
