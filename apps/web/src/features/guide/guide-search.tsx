import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { IconButton } from '#ui/button.tsx'
import { Hint } from '#ui/feedback/hint.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconSearch } from '#ui/icons/tool-icons.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP } from '#ui/theme/theme.ts'
import type { Book } from './guide-pages.ts'

const SearchDialog = part(() => import('./guide-search-dialog.tsx').then((m) => m.GuideSearchDialog))

const LABELS: Record<Book, string> = { information: 'Search information', help: 'Search help' }

const Box = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  width: '100%',
  minHeight: 48,
  marginBottom: 16,
  padding: '0 12px',
  font: 'inherit',
  textAlign: 'left',
  color: colour('text3'),
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 8,
  background: colour('surface'),
  cursor: 'text',
  '& svg': { color: colour('text2') },
})

/** The dialog has room for the results, so the field in the sidebar is only a button. */
export function GuideSearchBox({ book }: { book: Book }) {
  return (
    <Opener book={book}>
      {(open) => (
        <Box type="button" aria-haspopup="dialog" onClick={open}>
          <Icon path={iconSearch} />
          {LABELS[book]}
        </Box>
      )}
    </Opener>
  )
}

const OnPhone = styled('div')({ [DESKTOP]: { display: 'none' } })

/** The button is outside the guide screen, so it reads the current book from the URL. */
export function GuideSearchButton() {
  const book: Book = useLocation().pathname.startsWith('/help') ? 'help' : 'information'
  return (
    <OnPhone>
      <Opener book={book}>
        {(open) => (
          <Hint text={LABELS[book]}>
            <IconButton aria-label={LABELS[book]} aria-haspopup="dialog" onClick={open}>
              <Icon path={iconSearch} />
            </IconButton>
          </Hint>
        )}
      </Opener>
    </OnPhone>
  )
}

function Opener({ book, children }: { book: Book; children: (open: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {children(() => setOpen(true))}
      {open && <SearchDialog book={book} label={LABELS[book]} onClose={() => setOpen(false)} />}
    </>
  )
}
