import { isManager, type Person } from '@trailwarden/domain'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useRecords } from '#data/use-records.ts'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/dialog/popover.tsx'
import { ButtonField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconCheck } from '#ui/icons/screen-icons.ts'
import { iconSearch } from '#ui/icons/tool-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { Avatar } from './avatar.tsx'
import { type Found, findPeople, findPersonMeant, type PersonChoice, searchable } from './people-search.ts'
import { useSignedIn } from './signed-in.ts'

const SHOWN = 50
/** With so few people, the list doesn't need a fixed height. */
const FEW = 8

const PAPER = {
  display: 'flex',
  flexDirection: 'column',
  overflow: 'hidden',
  borderRadius: '12px',
  width: 356,
  // The height doesn't change during a search, so that nothing moves under the pointer.
  height: 'min(520px, 100dvh - 32px)',
  // A phone's keyboard covers the lower half of the screen, so the list is below the top bar.
  [`@media (max-width: ${DESKTOP_PX - 0.02}px)`]: {
    top: 'calc(env(safe-area-inset-top) + 64px) !important',
    left: '16px !important',
    width: 'calc(100% - 32px)',
    maxHeight: 'calc(100dvh - env(safe-area-inset-top) - 80px)',
  },
} as const

const Search = styled('label')({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: 12,
  padding: '4px 16px',
  borderBottom: `1px solid ${colour('line')}`,
  color: colour('text2'),
  '& input': {
    flex: 1,
    minWidth: 0,
    minHeight: 48,
    padding: 0,
    border: 0,
    background: 'none',
    color: colour('text'),
    font: font('400 16px/24px'),
    // The search field always has the focus while the list is open, so it needs no outline.
    outline: 'none',
    '&::placeholder': { color: colour('text3'), opacity: 1 },
  },
})

const List = styled('div')({
  flex: '1 1 auto',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  '& [role=option]': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 56,
    padding: '6px 16px',
    cursor: 'pointer',
    '&:hover': { background: colour('surfaceAlt') },
    '&[data-active]': {
      background: colour('primaryContainer'),
      color: colour('onPrimaryContainer'),
      outline: '2px solid transparent',
      outlineOffset: -2,
    },
    '&[aria-disabled]': { opacity: 0.6, cursor: 'default' },
  },
  '& [role=option] > div': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& b': { display: 'block', font: font('600 16px/22px') },
  '& small': { display: 'block', font: font('400 14px/20px') },
  '& i': { flex: 'none', width: 20, color: colour('primary') },
  [DESKTOP]: { '& [role=option]': { minHeight: 48 } },
})

const Foot = styled('div')({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: 12,
  minHeight: 44,
  padding: '6px 16px',
  borderTop: `1px solid ${colour('line')}`,
  font: font('400 14px/20px'),
  color: colour('text2'),
  '& > p': { flex: 1 },
  '& > p[data-refused]': { fontWeight: 600, color: colour('errorText') },
})

export const NOBODY = { value: '', title: 'Nobody' } as const satisfies PersonChoice

const isAbleToSignIn = ({ disabled }: Person) => !disabled

function usePeople(canBeChosen: (person: Person) => boolean): PersonChoice[] | undefined {
  const { roleTitles } = usePageData().site
  const me = useSignedIn()
  const views = useRecords('people', { kind: 'person' })
  return useMemo(() => {
    if (!isManager(me)) return []
    const rank = (person: Person) => (person.id === me.id ? 0 : isManager(person) ? 1 : 2)
    const { compare } = new Intl.Collator('en-AU')
    return views
      ?.map(({ data }) => data)
      .filter(canBeChosen)
      .sort((a, b) => rank(a) - rank(b) || compare(a.displayName, b.displayName))
      .map((person) => ({
        value: person.id,
        title: person.displayName,
        about: person.id === me.id ? 'You' : roleTitles[person.role],
        email: person.email,
        picture: person.pictureId,
      }))
  }, [views, me, roleTitles, canBeChosen])
}

const count = (n: number) => (n === 1 ? '1 person' : `${n.toLocaleString('en-AU')} people`)

function statusText({ matches, byName }: Found, query: string, isRefused: boolean): string {
  const typed = `“${query.trim()}”`
  const more = matches.length - SHOWN
  if (matches.length === 0) return `No one matches ${typed}. Check the spelling.`
  if (isRefused && query.trim() === '') return 'No one chosen. Type a name, or use the arrow keys.'
  if (isRefused && byName === 0) return `No one chosen. ${typed} matches only email addresses. Use the arrow keys to choose.`
  if (isRefused) return `No one chosen. ${count(matches.length)} match ${typed}. Keep typing, or use the arrow keys.`
  return more > 0 ? `… and ${more.toLocaleString('en-AU')} more. Keep typing.` : count(matches.length)
}

type Choosing = {
  extra?: readonly PersonChoice[]
  /** The function must be the same in every render. */
  canBeChosen?: (person: Person) => boolean
  chosen: readonly string[]
  most?: number
  onPick: (value: string) => void
}

type PickerProps = Choosing & { label: string; anchor: Element; onClose: () => void }

/**
 * The search field keeps the focus while the arrow keys move through the list. If nobody is highlighted, Enter selects a person only if the
 * text is unambiguous (people-search.ts).
 */
export function PersonPicker({ label, anchor, extra = [], canBeChosen = isAbleToSignIn, chosen, most, onPick, onClose }: PickerProps) {
  const list = useId()
  const people = usePeople(canBeChosen)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(-1)
  const [isRefused, setIsRefused] = useState(false)
  const extraKey = extra.map(({ value, title }) => `${value} ${title}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: extra is a new array in every render
  const all = useMemo(() => people && [...extra, ...people].map(searchable), [people, extraKey])
  const found = useMemo(() => all && findPeople(all, query), [all, query])
  const shown = found?.matches.slice(0, SHOWN) ?? []
  const activeId = shown[active] && `${list}-${active}`
  const isFull = most !== undefined && chosen.length >= most

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const type = (text: string) => {
    setQuery(text)
    setActive(-1)
    setIsRefused(false)
  }
  const pick = ({ value }: PersonChoice) => {
    const isChosen = chosen.includes(value)
    if (most === undefined) onClose()
    if (most === undefined ? !isChosen : isChosen || !isFull) onPick(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method is composing text, Enter may complete a word.
    if (event.nativeEvent.isComposing || !found) return
    const last = shown.length - 1
    const next = { ArrowDown: active < last ? active + 1 : 0, ArrowUp: active > 0 ? active - 1 : last }[event.key]
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter') {
      const meant = shown[active] ?? findPersonMeant(found, query)
      setIsRefused(meant === null)
      if (meant) {
        if (active < 0) type('')
        pick(meant)
      }
    } else return
    event.preventDefault()
  }

  return (
    <Popover
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      transitionDuration={0}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: all && all.length < FEW ? { ...PAPER, height: 'auto' } : PAPER } }}
    >
      <Search>
        <Icon path={iconSearch} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the list was opened to be searched
          autoFocus
          role="combobox"
          aria-label={label}
          aria-expanded={shown.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          aria-describedby={`${list}-status`}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={100}
          placeholder="Name or email"
          value={query}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
      </Search>
      {shown.length > 0 && (
        <List id={list} role="listbox" aria-label={label} {...(most !== undefined && { 'aria-multiselectable': true })}>
          {shown.map((one, i) => {
            const isChosen = chosen.includes(one.value)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
              <div
                key={one.value}
                id={`${list}-${i}`}
                role="option"
                aria-selected={isChosen}
                tabIndex={-1}
                {...(isFull && !isChosen && { 'aria-disabled': true })}
                {...(i === active && { 'data-active': true })}
                // Without this handler, a press would take the focus from the search field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(one)}
              >
                <Avatar name={one.title} picture={one.picture} size={32} />
                <div>
                  <b>{one.title}</b> <small>{[one.about, one.email].filter(Boolean).join(' · ')}</small>
                </div>
                <i>{isChosen && <Icon path={iconCheck} size={20} />}</i>
              </div>
            )
          })}
        </List>
      )}
      <Foot>
        <p id={`${list}-status`} role="status" {...(isRefused && { 'data-refused': true })}>
          {found ? statusText(found, query, isRefused) : 'Loading people'}
        </p>
        {most !== undefined && <Button onClick={onClose}>Done</Button>}
      </Foot>
    </Popover>
  )
}

type FieldProps = Choosing & { label: string; shown: ReactNode; help?: ReactNode; error?: string | undefined; optional?: boolean }

export function PersonField({ label, shown, help, error, optional = false, ...choosing }: FieldProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <>
      <ButtonField
        {...{ label, help, error, optional }}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {shown}
      </ButtonField>
      {anchor && <PersonPicker {...choosing} label={label} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
