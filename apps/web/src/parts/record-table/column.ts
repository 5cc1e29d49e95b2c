import type { ReactNode } from 'react'
import { type CsvCell, numberCell } from '#lib/csv.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { formatDateTimeLong, yearsBetween } from '#lib/table-dates.ts'
import { textOfHtml } from './html-text.ts'

type Shared<Row> = {
  id: string
  title: string
  /** Shown instead of the type's default text. Search, sort, filter and CSV still use `value`. */
  render?(row: Row): ReactNode
  /** In pixels. Columns without a width share the remaining space. */
  width?: number
  /** Width in pixels in a window narrower than `ROOMY_PX`. */
  narrowWidth?: number
  /** The sort key if it differs from the value. For example, a rating is sorted by its weight. */
  sortValue?(row: Row): string | number | null
  /**
   * Whether to export the column. 'only': exported and searched, but never shown. 'file': only exported, for values that are slow to
   * compute. Columns with links are exported only if this is set.
   */
  csv?: boolean | 'only' | 'file'
  /** Hides the column if the window is narrower than this many pixels. */
  dropBelow?: number
  /** Hides the column while something beside the table shows the same data. */
  yields?: true
  /**
   * Marks the column that names the row. Screen readers read it out with each of the row's cells. It is bold, and struck through if the row
   * is.
   */
  primary?: boolean
  /** Shown before the text, for example a photo. */
  lead?(row: Row): ReactNode
  /** A secondary line below the first. Included in searches. */
  detail?(row: Row): string
  /** Replaces `detail` on the screen but isn't searched, for text that is slow to compute for every row. */
  detailShown?(row: Row): string
  /** Rows can be grouped by this column. Groups appear in the given order, followed by all others sorted by name. */
  group?: true | readonly string[]
  /** Shown if there is no value, for example "Not assigned". */
  empty?: string
}

/** A time as stored in the device's database, sent by the server or entered in a form. */
type Time = Date | string | number | null | undefined
type Text = string | null | undefined

/** Definition of a column. The type determines how its values are shown, sorted, searched and exported. */
export type Column<Row> = Shared<Row> &
  (
    | { type: 'text' | 'custom'; value(row: Row): Text }
    | { type: 'number'; value(row: Row): string | number | null | undefined }
    | { type: 'date' | 'datetime' | 'datetimeLong'; value(row: Row): Time }
    /** The value is the date of birth. */
    | { type: 'age'; value(row: Row): Time }
    | { type: 'email'; value(row: Row): Text }
    /** The value is a phone number as its owner typed it. */
    | { type: 'messaging'; value(row: Row): Text }
    /** The value is the person's name. Initials replace a missing photo. */
    | { type: 'avatar'; value(row: Row): Text; picture?(row: Row): string | null | undefined }
    /** The value contains HTML, but only its text is ever shown. */
    | { type: 'html'; value(row: Row): Text }
    /** The value is the URL, or null if this row has no such link. */
    | { type: 'icon-link'; value(row: Row): Text; icon: string; label(row: Row): string }
  )

/** The time zone and the current time, used to format a table's values. */
export type TableContext = { timeZone: string; now: Date }

const TIMES = { date: formatDate, datetime: formatDateTime, datetimeLong: formatDateTimeLong }

function toDate(time: Time): Date | null {
  if (time === null || time === undefined || time === '') return null
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Returns a value in the form shown on the screen, or '' if there is none. */
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
      // Sorts the youngest people first by negating the date of birth.
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
