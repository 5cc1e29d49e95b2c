import MuiMenu, { type MenuProps } from '@mui/material/Menu'
import { useLayer } from './layer.ts'

type Props = Omit<MenuProps, 'open' | 'onClose'> & { onClose: () => void }

/** A menu that is open while it is rendered. Back, Escape and a tap outside close it. */
export function Menu(props: Props) {
  useLayer(true, props.onClose)
  return <MuiMenu open {...props} />
}
