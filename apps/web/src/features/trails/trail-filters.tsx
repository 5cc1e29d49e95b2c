import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { ShownNetwork } from '#parts/status/network-conditions.ts'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { useIsWritten } from '#platform/clock.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { iconSearch } from '#ui/icons/tool-icons.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { GRADES, type Grade, type TrailFilter } from './trail-groups.ts'

const Search = styled('label')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 52,
  margin: '0 16px 4px',
  padding: '0 12px',
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 8,
  background: colour('surface'),
  color: colour('text2'),
  '&:focus-within': { outline: `3px solid ${colour('focus')}`, outlineOffset: 2 },
  '& input': {
    flex: 1,
    minWidth: 0,
    height: 48,
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
  padding: '0 14px',
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
    minHeight: 45,
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
  trailCount: number
  onChange: (next: (wanted: TrailFilter) => TrailFilter) => void
}

/**
 * Filters don't work without scripts, so prerender.tsx hides them. They are disabled until the scripts have loaded, so that no tap is lost.
 */
export function TrailFilters({ filter, networks, trailCount, onChange }: Props) {
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
          placeholder={`Search ${trailCount} trails`}
          value={filter.query}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          disabled={isWritten}
          onChange={({ target: { value: query } }) => change(() => ({ query }))}
        />
      </Search>
      <Chips role="group" aria-label="Filters">
        {toggle(filter.isOpen, 'Open now', ({ isOpen }) => ({ isOpen: !isOpen }))}
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
