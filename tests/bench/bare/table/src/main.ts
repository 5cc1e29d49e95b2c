import { type SampleAction, sampleActions } from '../../../device/p12-records.ts'

const ROWS = 40

const day = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: '2-digit', timeZone: 'Australia/Hobart' })
const shown = (iso: string | null) => (iso ? day.format(new Date(iso)).replaceAll(' ', '-') : '')
const cellsOf = (action: SampleAction) => [
  action.status,
  action.title,
  action.area,
  action.rating,
  action.number,
  shown(action.createdAt),
  action.assigned ?? '',
  action.by,
  shown(action.completedAt),
]
const records = sampleActions(10_000).map((action) => {
  const cells = cellsOf(action)
  return { cells, text: cells.join('\n').toLowerCase() }
})

const input = document.querySelector('input')
const status = document.querySelector('[role=status]')
const body = document.querySelector('tbody')
if (!input || !status || !body) throw new Error('The page lacks its input, status or table.')

function show(): void {
  const sought = input?.value.toLowerCase() ?? ''
  const found = records.filter(({ text }) => text.includes(sought))
  const rows = found.slice(0, ROWS).map(({ cells }) => {
    const row = document.createElement('tr')
    row.append(
      ...cells.map((cell) => {
        const element = document.createElement('td')
        element.textContent = cell
        return element
      }),
    )
    return row
  })
  body?.replaceChildren(...rows)
  if (status) status.textContent = `${found.length} of ${records.length} actions`
}

input.addEventListener('input', show)
show()
