import type { MarkedText } from '@trailwarden/site'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { WHOLE_PHONE } from '#ui/dialog/dialog-paper.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconClose } from '#ui/icons/screen-icons.ts'
import { iconSearch } from '#ui/icons/tool-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem, typography } from '#ui/theme/theme.ts'

const LONGEST_QUERY = 100

const PAPER = {
  // On a desktop, the top edge stays in place when the number of results changes.
  ...WHOLE_PHONE,
  backgroundImage: 'none',
  padding: 'env(safe-area-inset-top) env(safe-area-inset-right) 0 env(safe-area-inset-left)',
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
    // The field always has the focus while the dialog is open, so the thick border replaces the focus outline.
    outline: 'none',
    '&::-webkit-search-cancel-button': { display: 'none' },
    '&::placeholder': { color: colour('text3'), opacity: 1 },
  },
})

const Count = styled('p')({ ...typography.body2, padding: '0 16px 10px', color: colour('text2') })

const Hits = styled('div')({
  flex: '0 1 auto',
  overflowY: 'auto',
  '& h3': {
    ...typography.subtitle2,
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
    '&:has(> i)': {
      display: 'grid',
      gridTemplateColumns: '40px minmax(0, 1fr) auto',
      columnGap: 12,
      alignItems: 'center',
      boxSizing: 'border-box',
      minHeight: 56,
      padding: '6px 16px',
      '& b': { font: font('600 16px/21px'), color: colour('text') },
      '& small': { lineHeight: rem(18) },
    },
  },
  '& i': { gridRow: '1 / span 3', display: 'grid', placeItems: 'center', color: colour('text2') },
  '& b': { display: 'block', font: font('600 16px/22px'), color: colour('link'), overflowWrap: 'anywhere' },
  '& small': { ...typography.body2, display: 'block', color: colour('text2') },
  '& span': { display: 'block', marginTop: 2, fontSize: rem(15), lineHeight: rem(21), overflowWrap: 'anywhere' },
  '& em': {
    gridArea: '1 / 3 / span 2',
    font: font('600 14px/20px'),
    fontFeatureSettings: "'tnum'",
    whiteSpace: 'nowrap',
    color: colour('text2'),
  },
  '& mark': { background: '#FFE680', color: '#10212A', borderRadius: 3, padding: '0 1px' },
})

const Keys = styled('div')({
  display: 'none',
  [DESKTOP]: {
    display: 'flex',
    gap: 20,
    flex: 'none',
    padding: '12px 16px',
    borderTop: `1px solid ${colour('line')}`,
    fontSize: rem(14),
    lineHeight: rem(20),
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

/** `end` is a short text on the right, such as a distance. */
export type Answer = { id: string; to: string; icon?: ReactNode; name: ReactNode; second: ReactNode; text?: ReactNode; end?: ReactNode }
export type AnswerGroup = { title: string; answers: readonly Answer[] }

type Props = {
  title: string
  label: string
  listLabel: string
  query: string
  onQuery: (query: string) => void
  groups: readonly AnswerGroup[]
  /** Without this option, a single group has no heading. Leave it out if the kind of results is obvious. */
  alwaysHeads?: boolean
  /** Results on the current screen replace the history entry. */
  replaces?: boolean
  /** Escape first clears the query, and then closes the search. */
  escapeClears?: boolean
  status: string
  onChosen?: (answer: Answer) => void
  onClose: () => void
  children?: ReactNode
}

/** The field keeps the focus while the arrow keys move through the results. */
export function SearchDialog(props: Props) {
  const {
    title,
    label,
    listLabel,
    query,
    onQuery,
    groups,
    alwaysHeads = false,
    replaces = false,
    escapeClears = false,
    status,
    onChosen,
    onClose,
    children,
  } = props
  const navigate = useNavigate()
  const list = useId()
  const [chosen, setChosen] = useState(0)
  const answers = groups.flatMap((group) => group.answers)
  const current = answers[chosen]
  const currentId = current?.id

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function onKeyDown(event: KeyboardEvent) {
    // While an input method is composing text, Enter may complete a word.
    if (event.nativeEvent.isComposing) return
    if (escapeClears && event.key === 'Escape' && query !== '') {
      // The browser would also clear the field, and the dialog would close.
      event.preventDefault()
      event.stopPropagation()
      setChosen(0)
      return onQuery('')
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && answers.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + answers.length) % answers.length)
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      onChosen?.(current)
      onClose()
      void navigate(current.to, { replace: replaces })
    }
  }

  return (
    <Dialog onClose={onClose} transitionDuration={0} slotProps={{ paper: { sx: PAPER, 'aria-label': title } }}>
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
          aria-activedescendant={currentId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={LONGEST_QUERY}
          placeholder={label}
          value={query}
          onChange={(event) => {
            onQuery(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon path={iconClose} />
        </IconButton>
      </Top>
      <Count role="status">{status}</Count>
      <Hits id={list} role="listbox" aria-label={listLabel}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, for which HTML has no element outside a select
          <div key={group.title} role="group" aria-label={group.title}>
            {(alwaysHeads || groups.length > 1) && <h3 role="presentation">{group.title}</h3>}
            {group.answers.map((answer) => (
              <Link
                key={answer.id}
                id={answer.id}
                role="option"
                aria-selected={answer.id === currentId}
                tabIndex={-1}
                to={answer.to}
                replace={replaces}
                onClick={() => {
                  onChosen?.(answer)
                  onClose()
                }}
              >
                {answer.icon && <i>{answer.icon}</i>}
                <b>{answer.name}</b>
                <small>{answer.second}</small>
                {answer.text && <span>{answer.text}</span>}
                {answer.end && <em>{answer.end}</em>}
              </Link>
            ))}
          </div>
        ))}
      </Hits>
      {children}
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

export function marked({ text, ranges }: MarkedText): ReactNode {
  const parts: ReactNode[] = []
  let from = 0
  for (const [start, end] of ranges) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>)
    from = end
  }
  return [...parts, text.slice(from)]
}
