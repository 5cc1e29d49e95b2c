import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Icon } from '#ui/icon.tsx'
import { iconRefresh, iconShare } from '#ui/icons.ts'
import { reloadApp, shareView } from './view-actions.ts'

const ITEMS = [
  { title: 'Share view', icon: iconShare, act: shareView },
  { title: 'Reload', icon: iconRefresh, act: reloadApp },
]

/** What the desktop shows as icons in the top bar, on a phone. */
export function OverflowMenu({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {ITEMS.map(({ title, icon, act }) => (
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
          {title}
        </MenuItem>
      ))}
    </Menu>
  )
}
