import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type GuideHit, type MarkedText, searchPages } from '@trailwarden/site'
import { type KeyboardEvent, type ReactNode, use, useEffect, useId, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { WHOLE_PHONE } from '#ui/dialog-paper.ts'
import { Icon } from '#ui/icon.tsx'
import { iconClose } from '#ui/screen-icons.ts'
import { colour, DESKTOP, font } from '#ui/theme.ts'
import { iconSearch } from '#ui/tool-icons.ts'
import { addressOf, BOOK_TITLES, type Book, type GuidePages, guidePages } from './guide-pages.ts'

const LONGEST_QUERY = 100

const PAPER = {
  // The whole screen on a phone; on a desktop a box that begins at the same height however many answers there are.
  ...WHOLE_PHONE,
  backgroundImage: 'none',
  paddingTop: 'env(safe-area-inset-top)',
  [DESKTOP]: {
    position: 'absolute',
    top: 96,
    paddingTop: '8px',
    width: 680,
    height: 'auto',
    maxHeight: 'calc(100dvh - 128px)',
    borderRadius: '16px',
  },
}

const Top = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '8px 4px 8px 16px',
  '& svg': { color: colour('text2') },
  '& input': {
    flex: 1,
    minWidth: 0,
    minHeight: 48,
    padding: '0 13px',
    font: font('400 16px/24px'),
    color: colour('text'),
    background: colour('surface'),
    border: `2.5px solid ${colour('primary')}`,
    borderRadius: 8,
    // The thick border is the focus mark: the field has the focus as long as the dialog is open.
    outline: 'none',
    '&::-webkit-search-cancel-button': { display: 'none' },
    '&::placeholder': { color: colour('text3'), opacity: 1 },
  },
})

const Count = styled('p')(({ theme }) => ({ ...theme.typography.body2, padding: '0 16px 10px', color: colour('text2') }))

const Hits = styled('div')(({ theme }) => ({
  flex: '0 1 auto',
  overflowY: 'auto',
  '& h3': {
    ...theme.typography.subtitle2,
    padding: '6px 16px',
    borderTop: `1px solid ${colour('line')}`,
    background: colour('surfaceAlt'),
    color: colour('text2'),
  },
  '& a': {
    display: 'block',
    padding: '12px 16px',
    borderTop: `1px solid ${colour('line')}`,
    color: colour('text'),
    textDecoration: 'none',
    '&:hover': { background: colour('surfaceAlt') },
    '&[aria-selected=true]': { background: colour('primaryContainer') },
  },
  '& b': { display: 'block', font: font('600 16px/22px'), color: colour('link') },
  '& small': { ...theme.typography.body2, display: 'block', color: colour('text2') },
  '& span': { display: 'block', marginTop: 2, fontSize: 15, lineHeight: '21px', overflowWrap: 'anywhere' },
  '& mark': { background: '#FFE680', color: '#10212A', borderRadius: 3, padding: '0 1px' },
}))

const Keys = styled('div')({
  display: 'none',
  [DESKTOP]: {
    display: 'flex',
    gap: 20,
    flex: 'none',
    padding: '12px 16px',
    borderTop: `1px solid ${colour('line')}`,
    fontSize: 14,
    lineHeight: '20px',
    color: colour('text2'),
    background: colour('surfaceAlt'),
    '& kbd': {
      font: font('600 12px/18px'),
      border: `1px solid ${colour('outline')}`,
      borderRadius: 4,
      padding: '0 5px',
      marginRight: 4,
      background: colour('surface'),
    },
  },
})

type Answer = { id: string; to: string; hit: GuideHit }

/** Answers of both books, the one being read first: who looks for something rarely knows which of the two holds it. */
function search(pages: GuidePages, first: Book, query: string): { book: Book; answers: Answer[] }[] {
  const books: Book[] = first === 'help' ? ['help', 'information'] : ['information', 'help']
  return books
    .map((book) => ({
      book,
      answers: searchPages(pages[book], query).map((hit) => ({
        id: `${book}-${hit.path}`,
        to: addressOf(book, hit.path, hit.heading?.anchor),
        hit,
      })),
    }))
    .filter(({ answers }) => answers.length > 0)
}

/** Search in guide and help. The field keeps the focus; the arrow keys move through the answers, Enter opens one. */
export function GuideSearchDialog({ book, label, onClose }: { book: Book; label: string; onClose: () => void }) {
  const pages = use(guidePages())
  const navigate = useNavigate()
  const list = useId()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = useMemo(() => search(pages, book, query), [pages, book, query])
  const answers = found.flatMap((group) => group.answers)
  const current = answers[chosen]

  useEffect(() => {
    if (current) document.getElementById(current.id)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function onKeyDown(event: KeyboardEvent) {
    // Enter may also end the choice of a word while one is being composed.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && answers.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + answers.length) % answers.length)
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      onClose()
      void navigate(current.to)
    }
  }

  return (
    <Dialog open onClose={onClose} transitionDuration={0} slotProps={{ paper: { sx: PAPER, 'aria-label': label } }}>
      <Top>
        <Icon path={iconSearch} />
        <input
          autoFocus
          type="search"
          role="combobox"
          aria-label={label}
          aria-expanded={answers.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={current?.id}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={LONGEST_QUERY}
          placeholder={label}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon path={iconClose} />
        </IconButton>
      </Top>
      <Count role="status">{countOf(query, answers.length)}</Count>
      <Hits id={list} role="listbox" aria-label="Pages found">
        {found.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, for which HTML has no element outside a select
          <div key={group.book} role="group" aria-label={BOOK_TITLES[group.book]}>
            {found.length > 1 && <h3 role="presentation">{BOOK_TITLES[group.book]}</h3>}
            {group.answers.map((answer) => (
              <Link
                key={answer.id}
                id={answer.id}
                role="option"
                aria-selected={answer === current}
                tabIndex={-1}
                to={answer.to}
                onClick={onClose}
              >
                <b>{marked(answer.hit.name)}</b>
                <small>
                  {answer.hit.group}
                  {answer.hit.group && answer.hit.heading && ' · '}
                  {answer.hit.heading && marked(answer.hit.heading)}
                </small>
                <span>{marked(answer.hit.snippet)}</span>
              </Link>
            ))}
          </div>
        ))}
      </Hits>
      <Keys aria-hidden="true">
        <div>
          <kbd>↑</kbd>
          <kbd>↓</kbd> move
        </div>
        <div>
          <kbd>Enter</kbd> open
        </div>
        <div>
          <kbd>Esc</kbd> close
        </div>
      </Keys>
    </Dialog>
  )
}

function countOf(query: string, pages: number): string {
  if (query.trim() === '') return 'Looks in the names and texts of all guide and help pages'
  if (pages === 0) return 'No page has these words'
  return pages === 1 ? '1 page' : `${pages} pages`
}

function marked({ text, ranges }: MarkedText): ReactNode {
  const parts: ReactNode[] = []
  let from = 0
  for (const [start, end] of ranges) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>)
    from = end
  }
  return [...parts, text.slice(from)]
}
