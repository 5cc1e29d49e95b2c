import { AUDIT_EVENTS, FORMER_USER } from '@trailwarden/domain'
import { type ReactNode, useState } from 'react'
import { usePersonName } from '#parts/person/person-name.ts'
import { PersonPicker } from '#parts/person/person-picker.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { iconClose } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem } from '#ui/theme/theme.ts'
import { FILTERS, type FilterName, type FilterTexts } from './audit-log.ts'

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 })

const Chip = styled('div')({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  minHeight: 48,
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 24,
  background: colour('surface'),
  color: colour('text'),
  font: font('500 14px/20px'),
  [DESKTOP]: { minHeight: 40 },
  '&[data-set=true]': {
    borderColor: colour('primary'),
    background: colour('primaryContainer'),
    color: colour('onPrimaryContainer'),
    fontWeight: 600,
  },
  '&:has(:is(select, input, .opens):focus-visible)': { outline: `3px solid ${colour('focus')}`, outlineOffset: 2 },
  '& select, & input, & .opens': {
    minWidth: 0,
    height: 45,
    border: 0,
    borderRadius: 24,
    outline: 'none',
    background: 'transparent',
    color: 'inherit',
    font: 'inherit',
    '@supports (-webkit-touch-callout: none)': { fontSize: rem(16) },
    [DESKTOP]: { height: 37 },
  },
  '& select, & .opens': {
    appearance: 'none',
    maxWidth: '100%',
    fieldSizing: 'content',
    padding: '0 40px 0 16px',
    cursor: 'pointer',
    textOverflow: 'ellipsis',
  },
  '& option': { background: colour('surface'), color: colour('text') },
  '& label': { display: 'flex', alignItems: 'center', gap: 6, paddingLeft: 14 },
  '& input': { width: 122, paddingRight: 6, '@supports (-webkit-touch-callout: none)': { width: 'auto', minWidth: 140 } },
  '&[data-set=true] input': { width: 164, paddingRight: 44, '@supports (-webkit-touch-callout: none)': { width: 'auto' } },
  '& > svg': { position: 'absolute', right: 14, pointerEvents: 'none' },
  '& > button:not(.opens)': {
    position: 'absolute',
    right: 0,
    display: 'grid',
    placeItems: 'center',
    width: 44,
    height: 45,
    padding: 0,
    border: 0,
    borderRadius: 24,
    background: 'none',
    color: 'inherit',
    cursor: 'pointer',
    '&:focus-visible': { outlineOffset: -3 },
    [DESKTOP]: { height: 37 },
  },
})

type ChipProps = { title: string; isSet: boolean; onRemove(): void; children: ReactNode }

function FilterChip({ title, isSet, onRemove, children }: ChipProps) {
  return (
    <Chip data-set={isSet}>
      {children}
      {isSet && (
        <button type="button" aria-label={`Remove the ${title} filter`} onClick={onRemove}>
          <Icon path={iconClose} size={18} />
        </button>
      )}
    </Chip>
  )
}

type Option = { value: string; title: string }
type SelectProps = { title: string; none: string; value: string | undefined; options: readonly Option[]; onChange(value: string): void }

/** The browser's native select works with touch, keyboards and screen readers. */
function SelectChip({ title, none, value = '', options, onChange }: SelectProps) {
  return (
    <FilterChip title={title} isSet={value !== ''} onRemove={() => onChange('')}>
      <select aria-label={title} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">
          {title}: {none}
        </option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {title}: {option.title}
          </option>
        ))}
      </select>
      {value === '' && <Icon path={iconKeyboardArrowDown} size={20} />}
    </FilterChip>
  )
}

type DayProps = { title: string; value: string | undefined; onChange(value: string): void }

function DayChip({ title, value = '', onChange }: DayProps) {
  // An incomplete date has no value, so the field is uncontrolled. Changing the key clears the field.
  const [removals, setRemovals] = useState(0)
  const remove = () => {
    setRemovals(removals + 1)
    onChange('')
  }
  return (
    <FilterChip title={title} isSet={value !== ''} onRemove={remove}>
      <label>
        {title}
        <input type="date" key={removals} defaultValue={value} onChange={(event) => onChange(event.target.value)} />
      </label>
    </FilterChip>
  )
}

const EVENTS = Object.entries(AUDIT_EVENTS).map(([value, title]) => ({ value, title }))

const isAnyone = () => true

function PersonChip({ value = '', onChange }: { value: string | undefined; onChange(value: string): void }) {
  const nameOf = usePersonName(() => FORMER_USER)
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <FilterChip title="Person" isSet={value !== ''} onRemove={() => onChange('')}>
      <button
        type="button"
        className="opens"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Person: {value ? nameOf(value) : 'anyone'}
      </button>
      {value === '' && <Icon path={iconKeyboardArrowDown} size={20} />}
      {anchor && (
        <PersonPicker
          label="Person"
          anchor={anchor}
          canBeChosen={isAnyone}
          chosen={[value]}
          onPick={onChange}
          onClose={() => setAnchor(null)}
        />
      )}
    </FilterChip>
  )
}

/** Another change may occur before the first is rendered, so `onChange` receives only the changed values. */
type Props = { filter: FilterTexts; onChange(chosen: FilterTexts): void; onClear(): void }

export function AuditFilters({ filter, onChange, onClear }: Props) {
  const [clearings, setClearings] = useState(0)
  const set = (name: FilterName) => (value: string) => onChange({ [name]: value })
  const clear = () => {
    setClearings(clearings + 1)
    onClear()
  }
  return (
    <Row role="search" aria-label="Filter the audit log">
      <SelectChip title="What" none="anything" value={filter.event} options={EVENTS} onChange={set('event')} />
      <PersonChip value={filter.person} onChange={set('person')} />
      <DayChip key={`from ${clearings}`} title="From" value={filter.from} onChange={set('from')} />
      <DayChip key={`to ${clearings}`} title="To" value={filter.to} onChange={set('to')} />
      {FILTERS.some((name) => filter[name]) && (
        <Button variant="text" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Row>
  )
}
