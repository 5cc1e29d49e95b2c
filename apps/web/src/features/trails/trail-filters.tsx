import type { ReactNode } from 'react'
import type { ShownNetwork } from '#parts/status/network-conditions.ts'
import { StatusShape } from '#parts/status/status-shape.tsx'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { useIsWritten } from '#platform/clock.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { iconSearch } from '#ui/icons/tool-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import type { NearMe } from './near-me.ts'
import { GRADES, type Grade, type TrailFilter } from './trail-groups.ts'
import { iconNearMe } from './trail-icons.ts'

const Search = styled('label')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  boxSizing: 'border-box',
  minHeight: 48,
  margin: '0 16px 10px',
  padding: '0 12px',
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 8,
  background: colour('surface'),
  color: colour('text2'),
  '&:focus-within': { outline: `3px solid ${colour('focus')}`, outlineOffset: 2 },
  '& input': {
    flex: 1,
    minWidth: 0,
    height: 45,
    padding: 0,
    border: 0,
    outline: 0,
    background: 'none',
    color: colour('text'),
    font: font('400 16px/24px'),
    appearance: 'none',
    '&::placeholder': { color: colour('text2'), opacity: 1 },
  },
})

const Sort = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: 8,
  padding: '0 16px 4px',
  font: font('500 14px/20px'),
  color: colour('text2'),
  '& [role=radiogroup]': {
    maxWidth: '100%',
    display: 'flex',
    minHeight: 48,
    borderRadius: 24,
    overflow: 'hidden',
    // The line is drawn over the labels, so that their whole height can be tapped.
    position: 'relative',
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      border: `1.5px solid ${colour('outline')}`,
      borderRadius: 24,
      pointerEvents: 'none',
    },
    background: colour('surface'),
    '&:has(:focus-visible)': { outline: `3px solid ${colour('focus')}`, outlineOffset: 2 },
  },
  '& label': {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    padding: '0 16px',
    font: font('600 14px/18px'),
    color: colour('text'),
    cursor: 'pointer',
    '&:has(:checked)': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
    '&:has(:disabled)': { color: colour('text2'), cursor: 'default' },
  },
  '& label + label': { borderLeft: `1.5px solid ${colour('line')}` },
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'inherit' },
  '& > p': { flex: '1 1 90px', textAlign: 'right' },
  '@media (max-width: 359px)': { '& label': { padding: '0 10px', gap: 4 } },
})

const Chips = styled('div')({
  display: 'flex',
  gap: 8,
  // On a phone, the filters are in one scrollable row. The padding leaves room for the focus ring.
  overflowX: 'auto',
  scrollbarWidth: 'none',
  padding: '6px 16px 12px',
  '& > *': { flex: 'none' },
  [DESKTOP]: { flexWrap: 'wrap', overflowX: 'visible' },
})

const chip = {
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 48,
  padding: '0 12px',
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 24,
  background: colour('surface'),
  color: colour('text'),
  font: font('500 15px/20px'),
  cursor: 'pointer',
  '&[aria-pressed=true], &[data-chosen]': {
    background: colour('primaryContainer'),
    color: colour('onPrimaryContainer'),
    borderColor: colour('primary'),
    boxShadow: `inset 0 0 0 1px ${colour('primary')}`,
  },
} as const

const Chip = styled('button')(chip)

/** Phones open a native select as a sheet. */
const Choice = styled('span')({
  ...chip,
  position: 'relative',
  padding: 0,
  '& select': {
    minHeight: 48,
    margin: '-1.5px 0',
    maxWidth: 'calc(100vw - 64px)',
    padding: '0 40px 0 14px',
    border: 0,
    borderRadius: 24,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    appearance: 'none',
    cursor: 'pointer',
    // The operating system draws the options and ignores the chip's colours.
    '& option': { color: colour('text'), background: colour('surface') },
  },
  '& svg': { position: 'absolute', right: 12, pointerEvents: 'none' },
})

const GRADE_WORDS: Record<Grade, string> = { green: 'Green', blue: 'Blue', black: 'Black' }

type Props = {
  filter: TrailFilter
  networks: readonly Pick<ShownNetwork, 'id' | 'name'>[]
  /** For example "21 trails". */
  count: string
  nearMe: NearMe
  onChange: (next: (wanted: TrailFilter) => TrailFilter) => void
}

/**
 * Filters don't work without scripts, so prerender.tsx hides them. They are disabled until the scripts have loaded, so that no tap is lost.
 */
export function TrailFilters({ filter, networks, count, nearMe, onChange }: Props) {
  const isWritten = useIsWritten()
  const change = (some: (wanted: TrailFilter) => Partial<TrailFilter>) => onChange((wanted) => ({ ...wanted, ...some(wanted) }))
  const toggle = (isOn: boolean, name: ReactNode, some: (wanted: TrailFilter) => Partial<TrailFilter>, shape?: ReactNode) => (
    <Chip key={String(name)} type="button" disabled={isWritten} aria-pressed={isOn} onClick={() => change(some)}>
      {shape}
      {name}
    </Chip>
  )
  return (
    <form aria-label="Find a trail" data-needs-script onSubmit={(event) => event.preventDefault()}>
      <Search>
        <Icon path={iconSearch} />
        <input
          type="search"
          aria-label="Search trails"
          placeholder="Trail or emergency post"
          value={filter.query}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          disabled={isWritten}
          onChange={({ target: { value: query } }) => change(() => ({ query }))}
        />
      </Search>
      <Sort>
        <div role="radiogroup" aria-label="Sort by">
          <label>
            <input
              type="radio"
              name="sort"
              checked={nearMe.isChosen}
              disabled={isWritten || nearMe.isOff}
              onChange={() => {
                nearMe.ask()
                change(() => ({ sort: 'near' }))
              }}
            />
            <Icon path={iconNearMe} size={18} />
            Near me
          </label>
          <label>
            <input
              type="radio"
              name="sort"
              checked={!nearMe.isChosen}
              disabled={isWritten}
              onChange={() => change(() => ({ sort: 'network' }))}
            />
            By network
          </label>
        </div>
        <p role="status">{nearMe.note ?? count}</p>
      </Sort>
      <Chips role="group" aria-label="Filters">
        {toggle(filter.isOpen, 'Open now', ({ isOpen }) => ({ isOpen: !isOpen }), <StatusShape status="Open" size={20} />)}
        {GRADES.map((grade) => {
          const turned = ({ grades }: TrailFilter) => ({
            grades: grades.includes(grade) ? grades.filter((one) => one !== grade) : [...grades, grade],
          })
          return toggle(filter.grades.includes(grade), GRADE_WORDS[grade], turned, <GradeShape grade={grade} size={20} />)
        })}
        {networks.length > 1 && (
          <Choice {...(filter.networkId && { 'data-chosen': true })}>
            <select
              aria-label="Network"
              value={filter.networkId ?? ''}
              disabled={isWritten}
              onChange={({ target: { value } }) => change(() => ({ networkId: value || null }))}
            >
              <option value="">Network</option>
              {networks.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <Icon path={iconKeyboardArrowDown} size={20} />
          </Choice>
        )}
      </Chips>
    </form>
  )
}
