/**
 * Tables as CSV (RFC 4180) that a spreadsheet opens as data and never runs.
 *
 * A cell that begins like a formula is run by Excel and its kin, whoever typed it. Such text gets a leading apostrophe, which
 * spreadsheets read as "this is text". Numbers are known by their type, not by their form, so that a latitude of -41.28 stays one.
 */
import { downloadFile } from './download.ts'

export type CsvCell = string | number | null

/** What makes a spreadsheet read on: formula signs, also full-width as Asian keyboards type them, and control characters that hide one. */
const FORMULA_START = /^[=+\-@\t\r\n\0＝＋－＠]/
// Semicolon and tab as well: where the comma is a decimal sign, spreadsheets split at these.
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** The value of a numeric column: a number if it strictly is one, otherwise text like any other. */
export function numberCell(value: string | number): CsvCell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return NUMBER.test(value) ? Number(value) : value
}

function field(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Every line ends with CRLF, the last one too. */
export function toCsv(lines: Iterable<readonly CsvCell[]>): string {
  let csv = ''
  for (const line of lines) csv += `${line.map(field).join(',')}\r\n`
  return csv
}

/** The byte order mark is for Excel: without it a double click opens the file in an old code page and "Zoë" becomes "ZoÃ«". */
export const downloadCsv = (fileName: string, csv: string): void => downloadFile(fileName, 'text/csv', '\uFEFF', csv)
