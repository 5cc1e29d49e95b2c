import MuiMenu, { type MenuProps } from '@mui/material/Menu'
import { useLayer } from './layer.ts'
import { MuiTheme } from './mui-theme.tsx'

type Props = Omit<MenuProps, 'open' | 'onClose'> & { onClose: () => void }

export function Menu(props: Props) {
  useLayer(true, props.onClose)
  return (
    <MuiTheme>
      <MuiMenu open {...props} />
    </MuiTheme>
  )
}
