import MenuItem from '@mui/material/MenuItem'
import { isManager, type Person, Rating, trailsOfArea } from '@trailwarden/domain'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { type ActionFilter, ActionState, type FilterName } from '#parts/action/action-filter.ts'
import { RatingTile } from '#parts/action/rating-tile.tsx'
import { usePersonName } from '#parts/person/person-name.ts'
import { NOBODY, PersonPicker } from '#parts/person/person-picker.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/dialog/menu.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { iconCheck } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import type { Which } from '../actions.ts'

const Chips = styled('div')({
  display: 'flex',
  gap: 8,
  // On a phone, people scroll the chips sideways, past the edge of the screen.
  margin: '0 -12px',
  padding: '4px 12px 8px',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& > *': { flex: 'none' },
  [DESKTOP]: { flexShrink: 0, margin: 0, padding: 0, overflow: 'visible' },
})

const Chip = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 48,
  padding: '0 10px 0 16px',
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 24,
  background: colour('surface'),
  color: colour('text'),
  font: font('500 14px/20px'),
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  '& b': { fontWeight: 700 },
  '&[data-narrows]': { borderColor: colour('primary'), background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
  [DESKTOP]: { minHeight: 40 },
})

const Mark = styled('span')({ display: 'inline-grid', width: 24, flex: 'none' })

type Option = { value: string; title: string; mark?: ReactNode }
type Choice = { name: FilterName; title: string; options: readonly Option[] }

const AGES: readonly Option[] = [
  { value: '0d-7d', title: 'Less than 7 days' },
  { value: '7d-30d', title: '7 to 30 days' },
  { value: '30d-90d', title: '30 to 90 days' },
  { value: '90d', title: '90 days or more' },
]
const ASSIGNED: readonly Option[] = [
  { value: 'nobody', title: NOBODY.title },
  { value: 'me', title: 'Me' },
]
const SOURCES: readonly Option[] = [
  { value: 'public', title: 'Public report' },
  { value: 'member', title: 'Member' },
]
const RATINGS: readonly Option[] = [...Rating.options]
  .reverse()
  .map((value) => ({ value, title: value, mark: <RatingTile rating={value} /> }))

const ageTitle = (value: string) => {
  const [from, to] = value.split('-').map((text) => Number.parseInt(text, 10))
  return to === undefined ? `${from} days or more` : `${from} to ${to} days`
}

function useChoices(which: Which, filter: ActionFilter): Choice[] {
  const { site } = usePageData()
  const me = useSignedIn()
  const trails = useSiteData()?.bundle.trails
  return useMemo(() => {
    const areas = filter.network ? site.areas.filter(({ networkId }) => filter.network?.includes(networkId)) : site.areas
    const names = new Set(areas.flatMap(({ name }) => trailsOfArea(site.areas, trails ?? [], name).map((trail) => trail.name)))
    const states = ActionState.filter((state) => which !== 'outstanding' || state !== 'Resolved')
    const all: Choice[] = [
      { name: 'status', title: 'Status', options: states.map((value) => ({ value, title: value })) },
      { name: 'rating', title: 'Rating', options: RATINGS },
      { name: 'network', title: 'Network', options: site.networks.map(({ id, name }) => ({ value: id, title: name })) },
      { name: 'trail', title: 'Trail', options: [...names].sort((a, b) => a.localeCompare(b)).map((value) => ({ value, title: value })) },
      { name: 'assigned', title: 'Assigned to', options: ASSIGNED },
      { name: 'age', title: 'Age', options: AGES },
      { name: 'source', title: 'Source', options: isManager(me) ? SOURCES : [] },
      { name: 'due', title: 'Due', options: site.dueHours ? [{ value: 'overdue', title: 'Overdue' }] : [] },
    ]
    return all.filter(({ name, options }) => options.length > (name === 'due' ? 0 : 1) || filter[name])
  }, [which, site, trails, me, filter])
}

/** In order of use. More holds the filters that don't fit. */
const IN_ROW: readonly FilterName[] = ['rating', 'trail', 'assigned']
const IN_WIDE_ROW: readonly FilterName[] = [...IN_ROW, 'due', 'source']

type Props = {
  width: 'phone' | 'narrow' | 'wide'
  /** Shown before the filters. */
  lead?: ReactNode
  which: Which
  filter: ActionFilter
  onFilter: (next: (filter: ActionFilter) => ActionFilter) => void
  onClear: () => void
}

export function FilterBar({ width, lead, which, filter, onFilter, onClear }: Props) {
  const choices = useChoices(which, filter)
  const nameOf = usePersonName()
  const me = useSignedIn().id
  const isSomeoneElse = useCallback(({ id, disabled }: Person) => id !== me && !disabled, [me])
  const [open, setOpen] = useState<{ name: FilterName; anchor: HTMLElement } | null>(null)
  const [more, setMore] = useState<HTMLElement | null>(null)
  const isInRow = ({ name }: Choice) =>
    width === 'phone' || filter[name] !== undefined || (width === 'wide' ? IN_WIDE_ROW : IN_ROW).includes(name)
  const others = choices.filter((choice) => !isInRow(choice))
  const shown = choices.find(({ name }) => name === open?.name)
  const toggle = (name: FilterName, value: string) =>
    onFilter((wanted) => {
      const { [name]: before = [], ...others } = wanted
      const values = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
      return values.length > 0 ? { ...others, [name]: values } : others
    })
  return (
    <Chips role="group" aria-label="Filters">
      {lead}
      {choices.filter(isInRow).map(({ name, title, options }) => {
        const values = filter[name] ?? []
        const only = values.length === 1 ? titleOf(name, options, values[0], nameOf) : values.length || ''
        return (
          <Chip
            key={name}
            type="button"
            aria-haspopup={name === 'assigned' ? 'dialog' : 'menu'}
            aria-expanded={open?.name === name}
            {...(values.length > 0 && { 'data-narrows': true })}
            onClick={({ currentTarget }) => setOpen({ name, anchor: currentTarget })}
          >
            {title} {only !== '' && <b>{only}</b>}
            <Icon path={iconKeyboardArrowDown} size={20} />
          </Chip>
        )
      })}
      {others.length > 0 && (
        <Chip type="button" aria-haspopup="menu" aria-expanded={more !== null} onClick={({ currentTarget }) => setMore(currentTarget)}>
          More
          <Icon path={iconKeyboardArrowDown} size={20} />
        </Chip>
      )}
      {more && (
        <Menu
          anchorEl={more}
          onClose={() => setMore(null)}
          slotProps={{ paper: { sx: { minWidth: 180, borderRadius: '12px' } }, list: { 'aria-label': 'More filters' } }}
        >
          {others.map(({ name, title }) => (
            <MenuItem
              key={name}
              sx={{ minHeight: 44 }}
              onClick={() => {
                setMore(null)
                setOpen({ name, anchor: more })
              }}
            >
              {title}
            </MenuItem>
          ))}
        </Menu>
      )}
      {Object.keys(filter).length > 0 && (
        <Button sx={{ minHeight: 48, [DESKTOP]: { minHeight: 40 } }} onClick={onClear}>
          Clear
        </Button>
      )}
      {open && shown?.name === 'assigned' && (
        <PersonPicker
          label={shown.title}
          anchor={open.anchor}
          extra={shown.options}
          canBeChosen={isSomeoneElse}
          chosen={filter.assigned ?? []}
          most={Number.POSITIVE_INFINITY}
          onPick={(value) => toggle('assigned', value)}
          onClose={() => setOpen(null)}
        />
      )}
      {open && shown && shown.name !== 'assigned' && (
        <Menu
          anchorEl={open.anchor}
          onClose={() => setOpen(null)}
          slotProps={{ paper: { sx: { maxHeight: 420, minWidth: 220, borderRadius: '12px' } }, list: { 'aria-label': shown.title } }}
        >
          {shown.options.map(({ value, title, mark }) => {
            const isChosen = filter[shown.name]?.includes(value) ?? false
            return (
              <MenuItem
                key={value}
                role="menuitemcheckbox"
                aria-checked={isChosen}
                sx={{ minHeight: 44, gap: 1 }}
                onClick={() => toggle(shown.name, value)}
              >
                <Mark>{isChosen && <Icon path={iconCheck} size={20} />}</Mark>
                {mark}
                {title}
              </MenuItem>
            )
          })}
        </Menu>
      )}
    </Chips>
  )
}

function titleOf(name: FilterName, options: readonly Option[], value = '', nameOf: (id: string) => string): string {
  const known = options.find((option) => option.value === value)?.title
  return known ?? (name === 'age' ? ageTitle(value) : name === 'assigned' ? nameOf(value) : value)
}
