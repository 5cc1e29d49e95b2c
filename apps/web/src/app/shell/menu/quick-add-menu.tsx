import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router'
import { Menu } from '#ui/dialog/menu.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { colour } from '#ui/theme/theme.ts'
import { isOffered } from '../../guard.ts'
import { QUICK_ADD } from './quick-add-items.ts'

type Props = { anchor: HTMLElement; role: number; onClose: () => void }

/** On a phone, the button is at the bottom, so a small sheet opens above the bar. */
export function QuickAddMenu({ anchor, role, onClose }: Props) {
  const bar = anchor.getBoundingClientRect()
  const isAtFoot = bar.top > innerHeight / 2
  const place = isAtFoot
    ? {
        anchorReference: 'anchorPosition' as const,
        anchorPosition: { left: innerWidth / 2, top: bar.top - 15 },
        transformOrigin: { vertical: 'bottom', horizontal: 'center' } as const,
      }
    : {
        anchorOrigin: { vertical: 'bottom', horizontal: 'right' } as const,
        transformOrigin: { vertical: -8, horizontal: 'right' } as const,
      }
  return (
    <Menu
      anchorEl={anchor}
      onClose={onClose}
      {...place}
      slotProps={{
        // The items are links to pages, so the menu is a navigation landmark.
        root: { role: 'navigation', 'aria-label': 'Add' },
        paper: { sx: { width: isAtFoot ? 300 : 240, borderRadius: '16px' } },
        backdrop: { invisible: !isAtFoot },
      }}
    >
      {QUICK_ADD.filter((one) => isOffered(role, one)).map(({ path, title, icon }) => (
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
