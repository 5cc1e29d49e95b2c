import type { ReactNode } from 'react'
import { type CsvCell, numberCell } from '#lib/csv.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { formatDateTimeLong, yearsBetween } from '#lib/table-dates.ts'
import { textOfHtml } from './html-text.ts'

type Shared<Row> = {
  id: string
  title: string
  /** Shown instead of what the type would show. Search, sort, filter and CSV still go by `value`. */
  render?(row: Row): ReactNode
  /** Pixels; columns without a width share what is left. */
  width?: number
  /** What to sort by, where that is not the value itself (a rating by its weight). */
  sortValue?(row: Row): string | number | null
  /** Whether the column is exported; 'only': exported and searched, never shown; 'file': exported alone, for what takes time to work out. Links
   * are not exported unless this says so. */
  csv?: boolean | 'only' | 'file'
  /** Left out when the window is narrower than this many pixels. */
  dropBelow?: number
  /** Left out while something stands beside the table that shows the same. */
  yields?: true
  /** Names the row: read out with each of its cells, bold, struck through where the row is. */
  primary?: boolean
  /** A picture before the lines. */
  lead?(row: Row): ReactNode
  /** A second, quieter line below the first. Found by search. */
  detail?(row: Row): string
  /** Shown instead of `detail`, and not searched: for what takes time to work out for every row. */
  detailShown?(row: Row): string
  /** Rows may be grouped by this column. The order given comes first, whatever else there is follows by name. */
  group?: true | readonly string[]
  /** Stands where there is no value: "Not assigned". */
  empty?: string
}

/** A time as the device's database, the server or a form may hold it. */
type Time = Date | string | number | null | undefined
type Text = string | null | undefined

/** What a column shows, as data: how its values are shown, sorted, searched and exported follows from the type. */
export type Column<Row> = Shared<Row> &
  (
    | { type: 'text' | 'custom'; value(row: Row): Text }
    | { type: 'number'; value(row: Row): string | number | null | undefined }
    | { type: 'date' | 'datetime' | 'datetimeLong'; value(row: Row): Time }
    /** The value is the date of birth. */
    | { type: 'age'; value(row: Row): Time }
    | { type: 'email'; value(row: Row): Text }
    /** The value is a phone number as its owner wrote it. */
    | { type: 'messaging'; value(row: Row): Text }
    /** The value is the person's name; initials stand in where there is no picture. */
    | { type: 'avatar'; value(row: Row): Text /** The id of a photo. */; picture?(row: Row): string | null | undefined }
    /** The value holds HTML; only its text is ever shown. */
    | { type: 'html'; value(row: Row): Text }
    /** The value is the address, null where this row has no such link. */
    | { type: 'icon-link'; value(row: Row): Text; icon: string; label(row: Row): string }
  )

/** Where and when a table is read. */
export type TableContext = { timeZone: string; now: Date }

const TIMES = { date: formatDate, datetime: formatDateTime, datetimeLong: formatDateTimeLong }

function toDate(time: Time): Date | null {
  if (time === null || time === undefined || time === '') return null
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? null : date
}

/** A value as it is read on the screen; '' where there is none. */
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
      // The youngest was born last.
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
