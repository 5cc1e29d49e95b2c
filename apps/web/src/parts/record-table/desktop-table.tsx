import { Icon } from '#ui/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons.ts'
import { Cells } from './cell.tsx'
import { type Column, isSearched, type TableContext } from './column.ts'
import { GROUP_PX, GroupButton, ROW_PX, Table } from './table-styles.ts'
import { inThousands, type Line, type Sort } from './table-view.ts'
import { useLineWindow } from './window-lines.ts'

const heightOf = ({ kind }: { kind: 'group' | 'row' }) => (kind === 'group' ? GROUP_PX : ROW_PX)

/** Stands for the rows that are not in the document. */
function Gap({ px }: { px: number }) {
  return px === 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus.
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

type Props<Row> = LinesProps<Row> & {
  title: string
  columns: readonly Column<Row>[]
  context: TableContext
  sort: Sort | undefined
  onSort(columnId: string): void
  /** Null while the filters are put away. */
  filters: Readonly<Record<string, string>> | null
  onFilter(columnId: string, text: string): void
  clearings: number
}

/** The head is one line of the table as screen readers count them, its filters another. */
const FIRST_ROW_INDEX = 3

export function DesktopTable<Row>(props: Props<Row>) {
  const { lines, columns } = props
  const { listRef, first, end, beforePx, afterPx } = useLineWindow<HTMLTableSectionElement, Line<Row>>(lines, heightOf)
  return (
    <Table aria-label={props.title} aria-rowcount={lines.length + FIRST_ROW_INDEX - 1}>
      <colgroup>
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
              <td colSpan={columns.length}>
                <GroupButton type="button" aria-expanded={line.expanded} onClick={() => props.onToggle(line.title)}>
                  <Icon path={iconKeyboardArrowDown} size={20} />
                  {line.title} <span>{inThousands(line.count)}</span>
                </GroupButton>
              </td>
            </tr>
          ) : (
            <tr key={line.key} aria-rowindex={rowIndex} className={props.isStruck?.(line.row) ? 'struck' : undefined}>
              <Cells row={line.row} columns={columns} context={props.context} />
            </tr>
          )
        })}
        <Gap px={afterPx} />
      </tbody>
    </Table>
  )
}

function Head<Row>({ columns, sort, onSort, filters, onFilter, clearings }: Props<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) =>
          column.type === 'icon-link' ? (
            <th key={column.id} scope="col" data-type={column.type}>
              {column.title}
            </th>
          ) : (
            <th
              key={column.id}
              scope="col"
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
