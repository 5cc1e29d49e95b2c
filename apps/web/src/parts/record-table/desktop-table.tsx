import type { RefObject } from 'react'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { Cells, fixedAttribute } from './cell.tsx'
import { type Column, columnText, isSearched, type TableContext } from './column.ts'
import { GROUP_PX, GroupButton, ROW_PX, TALL_GROUP_PX, TALL_ROW_PX, Table } from './table-styles.ts'
import { formatCount, type Line, type Sort } from './table-view.ts'
import { useLineWindow } from './window-lines.ts'

type Kind = { kind: 'group' | 'row' }
const heightOf = ({ kind }: Kind) => (kind === 'group' ? GROUP_PX : ROW_PX)
const tallHeightOf = ({ kind }: Kind) => (kind === 'group' ? TALL_GROUP_PX : TALL_ROW_PX)
const PICK_PX = 44

function Gap({ px }: { px: number }) {
  return px === 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row is not focusable.
    <tr className="gap" aria-hidden="true">
      <td style={{ height: px }} />
    </tr>
  )
}

export type LinesProps<Row> = {
  lines: readonly Line<Row>[]
  isStruck: ((row: Row) => boolean) | undefined
  onToggle(groupTitle: string): void
}

export type RowHandling = {
  /** The table sets the ids for keyboard navigation, without rows in closed groups. */
  seen: RefObject<readonly string[]>
  current: string | null
  open: string | null
  onPress(id: string, part: HTMLElement | null): void
  /** Undefined if rows can't be selected. */
  selection?: { ids: ReadonlySet<string>; onSelect(id: string, isRange: boolean): void; onSelectAll(isSelected: boolean): void }
}

type Props<Row> = LinesProps<Row> & {
  title: string
  tall: boolean
  /** Not null if the table is wider than its frame. In pixels. */
  widthPx: number | null
  handling: RowHandling | undefined
  columns: readonly Column<Row>[]
  context: TableContext
  sort: Sort | null
  onSort(columnId: string): void
  /** Null while the filters are hidden. */
  filters: Readonly<Record<string, string>> | null
  onFilter(columnId: string, text: string): void
  clearings: number
}

/** Screen readers count the header and its row of filters as two rows. */
const FIRST_ROW_INDEX = 3

const scrollStyle = <Row,>(width: number, columns: readonly Column<Row>[]) => ({
  width,
  '--fixed-1': `${PICK_PX}px`,
  '--fixed-2': `${PICK_PX + (columns[0]?.width ?? 0)}px`,
})

function pressed({ target }: { target: EventTarget }, { onPress }: RowHandling) {
  if (!(target instanceof Element)) return
  const part = target.closest<HTMLElement>('[data-part]')
  const id = target.closest<HTMLElement>('tr[data-row]')?.dataset.row
  if (id && (part || !target.closest('a, button, input, label'))) onPress(id, part)
}

export function DesktopTable<Row extends { id: string }>(props: Props<Row>) {
  const { lines, columns, handling, tall, widthPx } = props
  const selection = handling?.selection
  const primary = columns.find((column) => column.primary)
  const reachable = handling?.current ?? (lines.find((line) => line.kind === 'row')?.key || null)
  const { listRef, first, end, beforePx, afterPx } = useLineWindow<HTMLTableSectionElement, Line<Row>>(
    lines,
    tall ? tallHeightOf : heightOf,
  )
  return (
    <Table
      aria-label={props.title}
      aria-rowcount={lines.length + FIRST_ROW_INDEX - 1}
      {...(tall && { 'data-tall': true })}
      {...(widthPx !== null && { 'data-scrolls': true, style: scrollStyle(widthPx, columns) })}
      {...(handling && { role: 'grid', 'aria-multiselectable': Boolean(selection), onClick: (event) => pressed(event, handling) })}
    >
      <colgroup>
        {selection && <col width={PICK_PX} />}
        {columns.map((column) => (
          <col key={column.id} {...(column.width !== undefined && { width: column.width })} />
        ))}
      </colgroup>
      <Head {...props} />
      <tbody ref={listRef}>
        <Gap px={beforePx} />
        {lines.slice(first, end).map((line, i) => {
          const rowIndex = first + i + FIRST_ROW_INDEX
          return line.kind === 'group' ? (
            <tr key={line.key} className="group" aria-rowindex={rowIndex}>
              <td colSpan={columns.length + (selection ? 1 : 0)}>
                <GroupButton type="button" aria-expanded={line.expanded} onClick={() => props.onToggle(line.title)}>
                  <Icon path={iconKeyboardArrowDown} size={20} />
                  {line.title} <span>{formatCount(line.count)}</span>
                </GroupButton>
              </td>
            </tr>
          ) : (
            <tr
              key={line.key}
              aria-rowindex={rowIndex}
              className={props.isStruck?.(line.row) ? 'struck' : undefined}
              {...(handling && {
                'data-row': line.key,
                tabIndex: line.key === reachable ? 0 : -1,
                ...(line.key === handling.open && { 'aria-current': true }),
                ...(selection && { 'aria-selected': selection.ids.has(line.key) }),
              })}
            >
              {selection && (
                <td className="pick" data-fixed="0">
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`Select ${primary ? columnText(primary, line.row, props.context) : ''}`}
                      checked={selection.ids.has(line.key)}
                      onChange={({ nativeEvent }) =>
                        selection.onSelect(line.key, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                      }
                    />
                  </label>
                </td>
              )}
              <Cells row={line.row} columns={columns} context={props.context} />
            </tr>
          )
        })}
        <Gap px={afterPx} />
      </tbody>
    </Table>
  )
}

function Head<Row extends { id: string }>({ lines, columns, sort, onSort, filters, onFilter, clearings, handling }: Props<Row>) {
  const selection = handling?.selection
  const rows = lines.filter(({ kind }) => kind === 'row')
  const isWhole = selection !== undefined && rows.length > 0 && rows.every(({ key }) => selection.ids.has(key))
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <td className="pick" data-fixed="0">
            <label>
              <input
                type="checkbox"
                aria-label="Select all"
                checked={isWhole}
                ref={(box) => {
                  if (box) box.indeterminate = !isWhole && selection.ids.size > 0
                }}
                onChange={({ target }) => selection.onSelectAll(target.checked)}
              />
            </label>
          </td>
        )}
        {columns.map((column, i) =>
          column.type === 'icon-link' ? (
            <th key={column.id} scope="col" data-type={column.type}>
              {column.title}
            </th>
          ) : (
            <th
              key={column.id}
              scope="col"
              {...fixedAttribute(column, i)}
              {...(sort?.column === column.id && { 'aria-sort': sort.descending ? 'descending' : 'ascending' })}
            >
              <button type="button" onClick={() => onSort(column.id)}>
                {column.title}
                <Icon path={iconKeyboardArrowDown} size={16} />
              </button>
            </th>
          ),
        )}
      </tr>
      {filters && (
        <tr aria-rowindex={2}>
          {selection && <td />}
          {columns.map((column) => (
            <td key={column.id}>
              {isSearched(column) && (
                <input
                  type="text"
                  aria-label={`Filter ${column.title}`}
                  key={clearings}
                  defaultValue={filters[column.id] ?? ''}
                  onChange={(event) => onFilter(column.id, event.target.value)}
                />
              )}
            </td>
          ))}
        </tr>
      )}
    </thead>
  )
}
