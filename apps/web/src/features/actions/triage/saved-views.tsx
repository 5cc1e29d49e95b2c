import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd } from '#ui/icons/icons.ts'
import { iconCheck, iconClose } from '#ui/icons/screen-icons.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import type { Which } from '../actions.ts'
import { iconStar } from './triage-icons.ts'

const Row = styled('div')({
  display: 'flex',
  gap: 8,
  margin: '0 -12px',
  padding: '0 12px 10px',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& > *': { flex: 'none' },
  '& > span': {
    display: 'inline-flex',
    alignItems: 'center',
    border: `1.5px solid ${colour('outline')}`,
    borderRadius: 24,
    background: colour('surface'),
  },
  '& > span[data-shown]': { borderColor: colour('primary'), background: colour('primaryContainer') },
  '& a, & span > button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 46,
    padding: '0 14px',
    border: 0,
    borderRadius: 24,
    background: 'none',
    color: colour('text'),
    font: font('500 14px/20px'),
    textDecoration: 'none',
    cursor: 'pointer',
  },
  '& span > button': { minWidth: 40, padding: '0 12px 0 4px' },
  '& [data-shown] a, & [data-shown] button': { color: colour('onPrimaryContainer') },
  [DESKTOP]: { flexWrap: 'wrap', margin: 0, padding: '0 0 12px', '& a, & span > button': { minHeight: 38 } },
})

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
  const [views, setViews] = useState(() => readViews(personId))
  const [name, setName] = useState<string | null>(null)
  const isShown = (view: View) => view.which === which && view.query === query
  const save = (next: View[]) => {
    setViews(next)
    try {
      localStorage.setItem(nameIn(personId), JSON.stringify(next))
    } catch {
      // Without storage, saved views last only until the page is closed.
    }
  }
  const canSave = query !== '' && views.length < MOST && !views.some(isShown)
  if (views.length === 0 && !canSave) return null
  const add = () => {
    const title = name?.trim()
    if (title) save([...views.filter((view) => view.name !== title), { name: title, which, query }])
    if (title) setName(null)
  }
  return (
    <Row role="group" aria-label="Saved views">
      {views.map((view) => (
        <span key={view.name} {...(isShown(view) && { 'data-shown': true })}>
          <Link to={`/actions/${view.which}?${view.query}`} {...(isShown(view) && { 'aria-current': 'true' })}>
            <Icon path={isShown(view) ? iconCheck : iconStar} size={18} />
            {view.name}
          </Link>
          {isShown(view) && (
            <button type="button" aria-label={`Remove the view ${view.name}`} onClick={() => save(views.filter((one) => one !== view))}>
              <Icon path={iconClose} size={18} />
            </button>
          )}
        </span>
      ))}
      {canSave && (
        <Button onClick={() => setName('')} sx={{ minHeight: { xs: 48, md: 40 } }}>
          <Icon path={iconAdd} size={20} />
          Save this view
        </Button>
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
    </Row>
  )
}
