import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { Menu } from '#ui/dialog/menu.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd, iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { iconCheck, iconClose } from '#ui/icons/screen-icons.ts'
import { DESKTOP } from '#ui/theme/theme.ts'
import type { Which } from '../actions.ts'
import { iconStar } from './triage-icons.ts'

const View = z.object({ name: z.string(), which: z.enum(['outstanding', 'all', 'mine']), query: z.string() })
type View = z.infer<typeof View>
const MOST = 12

const nameIn = (personId: string) => `action-views:${personId}`

function readViews(personId: string): View[] {
  try {
    const saved = z.array(View).safeParse(JSON.parse(localStorage.getItem(nameIn(personId)) ?? '[]'))
    return saved.success ? saved.data : []
  } catch {
    return []
  }
}

type Props = { personId: string; which: Which; query: string }

/** Saved views stay on this device (docs/decisions/0057-the-actions-desk.md). */
export function SavedViews({ personId, which, query }: Props) {
  const navigate = useNavigate()
  const [views, setViews] = useState(() => readViews(personId))
  const [anchor, setAnchor] = useState<Element | null>(null)
  const [name, setName] = useState<string | null>(null)
  const isShown = (view: View) => view.which === which && view.query === query
  const shown = views.find(isShown)
  const save = (next: View[]) => {
    setViews(next)
    try {
      localStorage.setItem(nameIn(personId), JSON.stringify(next))
    } catch {
      // Without storage, saved views last only until the page is closed.
    }
  }
  const canSave = query !== '' && views.length < MOST && !shown
  if (views.length === 0 && !canSave) return null
  const closeMenu = () => setAnchor(null)
  const add = () => {
    const title = name?.trim()
    if (title) save([...views.filter((view) => view.name !== title), { name: title, which, query }])
    if (title) setName(null)
  }
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ color: 'inherit', minHeight: 48, flex: 'none', paddingInline: 12, [DESKTOP]: { minHeight: 40 } }}
      >
        <Icon path={iconStar} size={18} />
        {shown?.name ?? 'Views'}
        <Icon path={iconKeyboardArrowDown} size={20} />
      </Button>
      {anchor && (
        <Menu
          anchorEl={anchor}
          onClose={closeMenu}
          slotProps={{ paper: { sx: { minWidth: 240, borderRadius: '12px' } }, list: { 'aria-label': 'Saved views' } }}
        >
          {views.map((view) => (
            <MenuItem
              key={view.name}
              role="menuitemradio"
              aria-checked={view === shown}
              sx={{ minHeight: 48, gap: 1 }}
              onClick={() => {
                closeMenu()
                void navigate(`/actions/${view.which}?${view.query}`)
              }}
            >
              <Icon path={view === shown ? iconCheck : iconStar} size={18} />
              {view.name}
            </MenuItem>
          ))}
          {shown && (
            <MenuItem
              sx={{ minHeight: 48, gap: 1 }}
              onClick={() => {
                closeMenu()
                save(views.filter((one) => one !== shown))
              }}
            >
              <Icon path={iconClose} size={18} />
              Remove the view {shown.name}
            </MenuItem>
          )}
          {canSave && (
            <MenuItem
              sx={{ minHeight: 48, gap: 1 }}
              onClick={() => {
                closeMenu()
                setName('')
              }}
            >
              <Icon path={iconAdd} size={18} />
              Save this view
            </MenuItem>
          )}
        </Menu>
      )}
      {name !== null && (
        <ConfirmDialog
          title="Save this view"
          confirm={{ title: 'Save', act: add, disabled: name.trim() === '' }}
          cancel={{ title: 'Cancel', act: () => setName(null) }}
          onClose={() => setName(null)}
        >
          <form
            onSubmit={(event) => {
              event.preventDefault()
              add()
            }}
          >
            <TextField
              label="Name"
              autoFocus
              autoComplete="off"
              maxLength={40}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </form>
        </ConfirmDialog>
      )}
    </>
  )
}
