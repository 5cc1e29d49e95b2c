/**
 * Writes tables as CSV (RFC 4180) that spreadsheets never run as formulas. Excel and similar programs run any cell that begins like a
 * formula, even if a visitor typed it. Such text gets a leading apostrophe, which marks it as text. Numbers are recognised by type, not by
 * format, so a latitude of -41.28 stays a number.
 */
import { downloadFile } from './download.ts'

export type CsvCell = string | number | null

/**
 * Characters that make a spreadsheet run a cell as a formula: formula signs, including full-width ones from Asian keyboards, and control
 * characters that hide a formula sign.
 */
const FORMULA_START = /^[=+\-@\t\r\n\0＝＋－＠]/
// Also quotes semicolons and tabs, because spreadsheets split cells at these in locales with a decimal comma.
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** Returns a cell of a numeric column. Text that isn't strictly a number stays text. */
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

/** Returns CSV text in which every line ends with CRLF, including the last. */
export function toCsv(lines: Iterable<readonly CsvCell[]>): string {
  let csv = ''
  for (const line of lines) csv += `${line.map(field).join(',')}\r\n`
  return csv
}

/**
 * Downloads the file with a byte order mark for Excel. Without it, a double click opens the file in an old code page and "Zoë" becomes
 * "ZoÃ«".
 */
export const downloadCsv = (fileName: string, csv: string): void => downloadFile(fileName, 'text/csv', '\uFEFF', csv)
