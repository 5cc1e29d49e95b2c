import MuiDrawer, { type DrawerProps } from '@mui/material/Drawer'
import { useLayer } from './layer.ts'

type Props = Omit<DrawerProps, 'open' | 'onClose'> & { onClose: () => void }

/** A drawer that is open while it is rendered. Back, Escape and a tap outside close it. */
export function Drawer(props: Props) {
  useLayer(true, props.onClose)
  return <MuiDrawer open {...props} />
}
