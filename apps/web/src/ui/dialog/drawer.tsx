import MuiDrawer, { type DrawerProps } from '@mui/material/Drawer'
import { useLayer } from './layer.ts'
import { MuiTheme } from './mui-theme.tsx'

type Props = Omit<DrawerProps, 'open' | 'onClose'> & { onClose: () => void }

export function Drawer(props: Props) {
  useLayer(true, props.onClose)
  return (
    <MuiTheme>
      <MuiDrawer open {...props} />
    </MuiTheme>
  )
}
