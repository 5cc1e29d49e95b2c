import MuiPopover, { type PopoverProps } from '@mui/material/Popover'
import { useLayer } from './layer.ts'
import { MuiTheme } from './mui-theme.tsx'

type Props = Omit<PopoverProps, 'open' | 'onClose'> & { onClose: () => void }

export function Popover(props: Props) {
  useLayer(true, props.onClose)
  return (
    <MuiTheme>
      <MuiPopover open {...props} />
    </MuiTheme>
  )
}
