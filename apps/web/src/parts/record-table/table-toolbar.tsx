import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Hint } from '#ui/feedback/hint.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { iconSearch } from '#ui/icons/tool-icons.ts'
import { colour, DESKTOP } from '#ui/theme/theme.ts'
import { iconDownload, iconFilterList, iconViewColumn } from './table-icons.ts'

const Bar = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  paddingBottom: 8,
  [DESKTOP]: { flexWrap: 'wrap', paddingBottom: 12 },
})

const edge = {
  minHeight: 48,
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 8,
  background: colour('surface'),
  '&:focus-within': { outline: `3px solid ${colour('focus')}`, outlineOffset: 2 },
} as const

const Search = styled('label')(({ theme }) => ({
  ...edge,
  flex: 1,
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 0,
  padding: '0 12px',
  color: colour('text2'),
  cursor: 'text',
  [DESKTOP]: { flex: '1 1 200px', maxWidth: 280 },
  '& input': {
    ...theme.typography.body1,
    flex: 1,
    minWidth: 0,
    height: 44,
    padding: 0,
    border: 0,
    outline: 'none',
    background: 'none',
    color: colour('text'),
    '&::placeholder': { color: colour('text3'), opacity: 1 },
  },
}))

/** The browser's own select needs no script and works well by touch. */
const Choice = styled('span')(({ theme }) => ({
  ...edge,
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  color: colour('link'),
  '& select': {
    ...theme.typography.button,
    appearance: 'none',
    width: '100%',
    // Browsers without `field-sizing` make the select as wide as its longest option.
    fieldSizing: 'content',
    height: 45,
    padding: '0 44px 0 54px',
    border: 0,
    borderRadius: 8,
    outline: 'none',
    background: 'transparent',
    color: 'inherit',
    cursor: 'pointer',
  },
  '& option': { background: colour('surface'), color: colour('text') },
  '& svg': { position: 'absolute', left: 20, pointerEvents: 'none' },
  '& svg:last-of-type': { left: 'auto', right: 16 },
}))

const Count = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  flex: '1 0 auto',
  padding: '0 8px',
  color: colour('text2'),
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  // A phone has no room for this text beside the search, but screen readers still read it out.
  '@media (max-width: 899px)': { position: 'absolute', clipPath: 'inset(50%)' },
}))

/** The controls stay together if they wrap onto a second line. */
const Right = styled('div')({ display: 'flex', gap: 8, marginLeft: 'auto' })

const SQUARE = { minWidth: 48, width: 48, padding: 0, flex: 'none' }

export type ColumnChoice = { chosen: string; options: readonly { id: string; title: string }[]; choose(id: string): void }

/** `what` is shown before each option, as in "Group: Status". */
export function ColumnSelect({ what, icon, none, chosen, options, choose }: ColumnChoice & { what: string; icon: string; none?: string }) {
  return (
    <Choice>
      <Icon path={icon} />
      <select aria-label={`${what} by`} value={chosen} onChange={(event) => choose(event.target.value)}>
        {options.map(({ id, title }) => (
          <option key={id} value={id}>
            {what}: {title}
          </option>
        ))}
        {none !== undefined && (
          <option value="">
            {what}: {none}
          </option>
        )}
      </select>
      <Icon path={iconKeyboardArrowDown} size={20} />
    </Choice>
  )
}

export type TableAction = { title: string; icon: string; to: string; onPhone: boolean }

type Props = {
  onDesktop: boolean
  collection: string
  search: string
  clearings: number
  onSearch(text: string): void
  filterCount: number
  filtersShown: boolean
  onFilters(): void
  group: ColumnChoice | null
  count: string
  onCsv: (() => void) | null
  action: TableAction | undefined
  besideCsv: ReactNode
}

export function TableToolbar(props: Props) {
  const { onDesktop, action } = props
  const filterTitle = props.filterCount > 0 ? `Filter (${props.filterCount})` : 'Filter'
  const filter = { variant: 'outlined', 'aria-expanded': props.filtersShown, onClick: props.onFilters } as const
  return (
    <Bar role="search" aria-label={`Find ${props.collection}`}>
      <Search>
        <Icon path={iconSearch} />
        <input
          type="text"
          inputMode="search"
          aria-label={`Search ${props.collection}`}
          placeholder={`Search ${props.collection}`}
          autoComplete="off"
          key={props.clearings}
          defaultValue={props.search}
          onChange={(event) => props.onSearch(event.target.value)}
        />
      </Search>
      {onDesktop ? (
        <Button {...filter}>
          <Icon path={iconFilterList} />
          {filterTitle}
        </Button>
      ) : (
        <Hint text={filterTitle}>
          <Button {...filter} sx={SQUARE} aria-label={filterTitle}>
            <Icon path={iconFilterList} />
          </Button>
        </Hint>
      )}
      {onDesktop && props.group && <ColumnSelect what="Group" icon={iconViewColumn} none="none" {...props.group} />}
      <Count role="status">{props.count}</Count>
      {onDesktop && (
        <Right>
          {props.besideCsv}
          {props.onCsv && (
            <Button variant="outlined" onClick={props.onCsv}>
              <Icon path={iconDownload} />
              CSV
            </Button>
          )}
          {action && (
            <Button component={Link} to={action.to} variant="contained">
              <Icon path={action.icon} />
              {action.title}
            </Button>
          )}
        </Right>
      )}
      {action?.onPhone && !onDesktop && (
        <Hint text={action.title}>
          <Button sx={SQUARE} component={Link} to={action.to} variant="outlined" aria-label={action.title}>
            <Icon path={action.icon} />
          </Button>
        </Hint>
      )}
    </Bar>
  )
}
