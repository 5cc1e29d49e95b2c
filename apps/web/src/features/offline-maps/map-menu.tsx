import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { Menu } from '#ui/dialog/menu.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconRefresh } from '#ui/icons/icons.ts'
import { iconDelete, iconMoreVert } from '#ui/icons/screen-icons.ts'

type Props = { title: string; disabled: boolean; onCheck: () => void; onDelete: () => void }

export function MapMenu({ title, disabled, onCheck, onDelete }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const items = [
    { title: 'Check again', icon: iconRefresh, act: onCheck },
    { title: 'Remove', icon: iconDelete, act: onDelete },
  ]
  return (
    <>
      <IconButton
        aria-label={`More options for ${title}`}
        aria-haspopup="menu"
        disabled={disabled}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon path={iconMoreVert} />
      </IconButton>
      {anchor && (
        <Menu anchorEl={anchor} onClose={() => setAnchor(null)}>
          {items.map(({ title: item, icon, act }) => (
            <MenuItem
              key={item}
              sx={{ minHeight: 48 }}
              onClick={() => {
                setAnchor(null)
                act()
              }}
            >
              <ListItemIcon>
                <Icon path={icon} />
              </ListItemIcon>
              {item}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
