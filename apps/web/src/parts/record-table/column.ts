import type { ReactNode } from 'react'
import { type CsvCell, numberCell } from '#lib/csv.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { formatDateTimeLong, yearsBetween } from '#lib/table-dates.ts'
import { textOfHtml } from './html-text.ts'

type Shared<Row> = {
  id: string
  title: string
  render?(row: Row): ReactNode
  /** In pixels. Columns without a width share the remaining space. */
  width?: number
  narrowWidth?: number
  sortValue?(row: Row): string | number | null
  /**
   * 'only' exports and searches the column but never shows it. 'file' only exports it, for values that are slow to compute. Columns with
   * links are exported only if this option is set.
   */
  csv?: boolean | 'only' | 'file'
  /** In pixels of the window's width. */
  dropBelow?: number
  /** The column stays in place when a wide table scrolls sideways. Fixed columns come first. */
  fixed?: true
  /** The column is hidden while something beside the table shows the same data. */
  yields?: true
  /** Screen readers read the primary column with each of the row's cells. */
  primary?: boolean
  lead?(row: Row): ReactNode
  /** The line is included in searches. */
  detail?(row: Row): string
  /** Text that is slow to compute for every row is shown but not searched. */
  detailShown?(row: Row): string
  group?: true | readonly string[]
  empty?: string
}

type Time = Date | string | number | null | undefined
type Text = string | null | undefined

export type Column<Row> = Shared<Row> &
  (
    | { type: 'text' | 'custom'; value(row: Row): Text }
    | { type: 'number'; value(row: Row): string | number | null | undefined }
    | { type: 'date' | 'datetime' | 'datetimeLong'; value(row: Row): Time }
    | { type: 'age'; value(row: Row): Time }
    | { type: 'email'; value(row: Row): Text }
    | { type: 'messaging'; value(row: Row): Text }
    /** Initials replace a missing photo. */
    | { type: 'avatar'; value(row: Row): Text; picture?(row: Row): string | null | undefined }
    /** The value contains HTML, but only its text is ever shown. */
    | { type: 'html'; value(row: Row): Text }
    /** Null means that the row has no such link. */
    | { type: 'icon-link'; value(row: Row): Text; icon: string; label(row: Row): string }
  )

export type TableContext = { timeZone: string; now: Date }

const TIMES = { date: formatDate, datetime: formatDateTime, datetimeLong: formatDateTimeLong }

function toDate(time: Time): Date | null {
  if (time === null || time === undefined || time === '') return null
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? null : date
}

export function columnText<Row>(column: Column<Row>, row: Row, { timeZone, now }: TableContext): string {
  switch (column.type) {
    case 'date':
    case 'datetime':
    case 'datetimeLong': {
      const date = toDate(column.value(row))
      return date ? TIMES[column.type](date, timeZone) : ''
    }
    case 'age': {
      const born = toDate(column.value(row))
      return born ? `${yearsBetween(born, now, timeZone)}yo` : ''
    }
    case 'html':
      return textOfHtml(column.value(row) ?? '')
    case 'icon-link':
      return column.value(row) ? column.title : ''
    default:
      return String(column.value(row) ?? '')
  }
}

export function columnSortValue<Row>(column: Column<Row>, row: Row, context: TableContext): string | number | null {
  if (column.sortValue) return column.sortValue(row)
  switch (column.type) {
    case 'date':
    case 'datetime':
    case 'datetimeLong':
      return toDate(column.value(row))?.getTime() ?? null
    case 'age': {
      const born = toDate(column.value(row))
      // The youngest people come first.
      return born ? -born.getTime() : null
    }
    case 'number': {
      const value = column.value(row)
      return value === null || value === undefined ? null : numberCell(value)
    }
    default:
      return columnText(column, row, context) || null
  }
}

export function columnCsv<Row>(column: Column<Row>, row: Row, context: TableContext): CsvCell {
  if (column.type === 'icon-link') return column.value(row) ?? null
  if (column.type !== 'number') return columnText(column, row, context)
  const value = column.value(row)
  return value === null || value === undefined ? null : numberCell(value)
}

export const isExported = <Row>(column: Column<Row>): boolean =>
  column.csv === undefined ? column.type !== 'icon-link' : column.csv !== false
export const isShown = <Row>(column: Column<Row>): boolean => column.csv !== 'only' && column.csv !== 'file'
export const isSearched = <Row>(column: Column<Row>): boolean => column.type !== 'icon-link' && column.csv !== 'file'
