import Box from '@mui/material/Box'
import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import { Menu } from '#ui/dialog/menu.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconRefresh, iconShare } from '#ui/icons/icons.ts'
import { useAppActions } from './menu-actions.tsx'
import { reloadApp, shareView } from './view-actions.ts'

const VIEW = [
  { title: 'Share view', icon: iconShare, badge: null, act: shareView },
  { title: 'Reload', icon: iconRefresh, badge: null, act: reloadApp },
]

export function OverflowMenu({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const items = [...VIEW, ...useAppActions()]
  return (
    <Menu anchorEl={anchor} onClose={onClose}>
      {items.map(({ title, icon, badge, act }) => (
        <MenuItem
          key={title}
          sx={{ minHeight: 48 }}
          onClick={() => {
            onClose()
            void act()
          }}
        >
          <ListItemIcon>
            <Icon path={icon} />
          </ListItemIcon>
          <Box sx={{ flex: 1, pr: 2 }}>{title}</Box>
          {badge}
        </MenuItem>
      ))}
    </Menu>
  )
}
