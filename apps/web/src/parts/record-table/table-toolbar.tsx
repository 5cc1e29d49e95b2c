import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/dialog/menu.tsx'
import { Hint } from '#ui/feedback/hint.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { iconCheck } from '#ui/icons/screen-icons.ts'
import { iconSearch } from '#ui/icons/tool-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, typography } from '#ui/theme/theme.ts'
import { iconDownload, iconFilterList, iconSwapVert, iconViewColumn } from './table-icons.ts'

const Bar = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  paddingBottom: 8,
  [DESKTOP]: {
    flexWrap: 'wrap',
    paddingBottom: 12,
    '&[data-chips]': {
      flexWrap: 'nowrap',
      paddingBottom: 10,
      '& > label': { flex: '0 1 210px', minWidth: 160, minHeight: 40 },
      '@media (max-width: 1199px)': { flexWrap: 'wrap' },
      '& > label input': { height: 36 },
      '& > button': { minHeight: 40, minWidth: 44, width: 44 },
    },
  },
})

const edge = {
  minHeight: 48,
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 8,
  background: colour('surface'),
  '&:focus-within': { outline: `3px solid ${colour('focus')}`, outlineOffset: 2 },
} as const

const Search = styled('label')({
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
    ...typography.body1,
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
})

/** The browser's own select needs no script and works well by touch. */
const Choice = styled('span')({
  ...edge,
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  color: colour('link'),
  '& select': {
    ...typography.button,
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
})

const Count = styled('p')({
  ...typography.body2,
  flex: '1 0 auto',
  padding: '0 8px',
  color: colour('text2'),
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  // A phone has no room for this text beside the search, but screen readers still read it out.
  '@media (max-width: 899px)': { position: 'absolute', clipPath: 'inset(50%)' },
})

/** The controls stay together if they wrap onto a second line. */
const Right = styled('div')({ display: 'flex', gap: 8, marginLeft: 'auto' })

const SQUARE = { minWidth: 48, width: 48, padding: 0, flex: 'none' }

export type ColumnChoice = { chosen: string; options: readonly { id: string; title: string }[]; choose(id: string): void }

const Mark = styled('span')({ display: 'inline-grid', width: 24, flex: 'none' })

const MenuTitle = styled('li')({ ...typography.subtitle2, padding: '8px 16px 4px', color: colour('text2') })

function OrderMenu({ sort, group }: { sort: ColumnChoice; group: ColumnChoice | null }) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const items = ({ chosen, options, choose }: ColumnChoice) =>
    options.map(({ id, title }) => (
      <MenuItem
        key={id}
        role="menuitemradio"
        aria-checked={id === chosen}
        sx={{ minHeight: 40, gap: 1 }}
        onClick={() => {
          choose(id)
          setAnchor(null)
        }}
      >
        <Mark>{id === chosen && <Icon path={iconCheck} size={20} />}</Mark>
        {title}
      </MenuItem>
    ))
  return (
    <>
      <Hint text="Sort and group">
        <Button
          sx={SQUARE}
          variant="outlined"
          aria-label="Sort and group"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <Icon path={iconSwapVert} />
        </Button>
      </Hint>
      {anchor && (
        <Menu
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          slotProps={{ paper: { sx: { maxHeight: 520, minWidth: 220, borderRadius: '12px' } }, list: { 'aria-label': 'Sort and group' } }}
        >
          <MenuTitle role="presentation">Order</MenuTitle>
          {items(sort)}
          {group && <MenuTitle role="presentation">Group</MenuTitle>}
          {group && items({ ...group, options: [...group.options, { id: '', title: 'No groups' }] })}
        </Menu>
      )}
    </>
  )
}

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
  sort: ColumnChoice
  count: string
  onCsv: (() => void) | null
  action: TableAction | undefined
  besideCsv: ReactNode
  /** Replaces the row of column filters. */
  chips: ReactNode
}

/** All tools in one row, because each row of tools hides a row of the table. */
function ChipToolbar(props: Props) {
  return (
    <Bar role="search" aria-label={`Find ${props.collection}`} data-chips>
      <SearchField {...props} />
      {props.chips}
      <Count role="status">{props.count}</Count>
      <OrderMenu sort={props.sort} group={props.group} />
      {props.onCsv && (
        <Hint text="Export as CSV">
          <Button sx={SQUARE} variant="outlined" aria-label="CSV" onClick={props.onCsv}>
            <Icon path={iconDownload} />
          </Button>
        </Hint>
      )}
    </Bar>
  )
}

const SearchField = (props: Pick<Props, 'collection' | 'search' | 'clearings' | 'onSearch'>) => (
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
)

export function TableToolbar(props: Props) {
  const { onDesktop, action } = props
  if (onDesktop && props.chips) return <ChipToolbar {...props} />
  const filterTitle = props.chips ? 'Sort and group' : props.filterCount > 0 ? `Filter (${props.filterCount})` : 'Filter'
  const filter = { variant: 'outlined', 'aria-expanded': props.filtersShown, onClick: props.onFilters } as const
  return (
    <Bar role="search" aria-label={`Find ${props.collection}`}>
      <SearchField {...props} />
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
