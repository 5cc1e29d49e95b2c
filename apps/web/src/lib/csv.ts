/**
 * Excel and similar programs run any cell that begins like a formula, even if a visitor typed it, so such text gets a leading apostrophe.
 * Numbers are recognised by type, so a latitude of -41.28 stays a number.
 */
import { downloadFile } from './download.ts'

export type CsvCell = string | number | null

/** Full-width signs come from Asian keyboards, and control characters can hide a formula sign. */
const FORMULA_START = /^[=+\-@\t\r\n\0＝＋－＠]/
// Spreadsheets split cells at semicolons and tabs in locales with a decimal comma.
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** Text that isn't strictly a number stays text. */
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

/** RFC 4180 ends every line with CRLF, including the last. */
export function toCsv(lines: Iterable<readonly CsvCell[]>): string {
  let csv = ''
  for (const line of lines) csv += `${line.map(field).join(',')}\r\n`
  return csv
}

/** Without a byte order mark, Excel opens the file in an old code page and "Zoë" becomes "ZoÃ«". */
export const downloadCsv = (fileName: string, csv: string): void => downloadFile(fileName, 'text/csv', '\uFEFF', csv)
