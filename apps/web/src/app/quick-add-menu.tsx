import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import { colour } from '#ui/theme.ts'
import type { QUICK_ADD } from './navigation.ts'

type Props = { anchor: HTMLElement; items: typeof QUICK_ADD; onClose: () => void }

/** Below its button on a desk; on a phone the button is at the foot, and the menu opens above it. */
export function QuickAddMenu({ anchor, items, onClose }: Props) {
  const isAtFoot = anchor.getBoundingClientRect().top > innerHeight / 2
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: isAtFoot ? 'top' : 'bottom', horizontal: isAtFoot ? 'center' : 'right' }}
      transformOrigin={{ vertical: isAtFoot ? 'bottom' : 'top', horizontal: isAtFoot ? 'center' : 'right' }}
      slotProps={{ paper: { sx: { width: isAtFoot ? 300 : 240, borderRadius: '16px', marginTop: isAtFoot ? '-14px' : '8px' } } }}
    >
      {items.map(({ path, title, icon }) => (
        <MenuItem key={path} component={Link} to={path} onClick={onClose} sx={{ minHeight: 60, fontWeight: 600 }}>
          <ListItemIcon sx={{ color: colour('link') }}>
            <Icon path={icon} />
          </ListItemIcon>
          {title}
        </MenuItem>
      ))}
    </Menu>
  )
}
