import { Global } from '@emotion/react'
import { placeLine } from '@trailwarden/domain'
import type { WorkDay } from '@trailwarden/domain/work-day/work-day-kind'
import { usePageData } from '#data/page-data.ts'
import { formatExact } from '#lib/dates.ts'
import { useSiteData } from '#parts/trail/site-data.ts'
import { styled } from '#ui/styled.ts'
import { PRINTED_PAGE } from '#ui/theme/print.ts'
import { minutesText, type SeenJob, useNames } from './work-days.ts'

const PRINT = { '@media print': { ...PRINTED_PAGE, '@page': { size: 'A4', margin: '14mm' } } } as const

const Paper = styled('article')({
  display: 'none',
  '@media print': {
    display: 'block',
    fontSize: '10.5pt',
    lineHeight: 1.35,
    '& h1': { fontSize: '17pt', margin: '0 0 2mm' },
    '& h2': { fontSize: '11pt', margin: '6mm 0 1mm', paddingBottom: '1mm', borderBottom: '1.5pt solid #000' },
    '& table': { width: '100%', borderCollapse: 'collapse' },
    '& th, & td': { textAlign: 'left', verticalAlign: 'top', padding: '1.5mm 3mm 1.5mm 0', borderBottom: '0.5pt solid #999' },
    '& tr': { breakInside: 'avoid' },
    '& pre': { font: 'inherit', whiteSpace: 'pre-wrap', margin: 0 },
  },
})

const Emergency = styled('p')({
  '@media print': { margin: '4mm 0', padding: '3mm', border: '1.5pt solid #000', borderRadius: '2mm', fontWeight: 700 },
})
const Box = styled('span')({ display: 'inline-block', width: '4mm', height: '4mm', border: '1pt solid #000' })
const Line = styled('div')({ height: '8mm', borderBottom: '0.5pt solid #999' })
const Lists = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '8mm' })

export function WorkDaySheet({ day, jobs }: { day: WorkDay; jobs: readonly SeenJob[] }) {
  const { timeZone, emergencyNumber } = usePageData().site
  const trails = useSiteData()?.index ?? null
  const names = useNames()
  const crew = day.crew.map((id) => names.get(id)).filter((name) => name !== undefined)
  const clock = (at: string) => formatExact(new Date(at), timeZone).slice(-5)
  const tools = [...new Set(jobs.flatMap((job) => job.tools.split(',').map((tool) => tool.trim())).filter(Boolean))]
  return (
    <Paper>
      <Global styles={PRINT} />
      <h1>Work day: {day.title}</h1>
      <p>
        <b>
          {formatExact(new Date(day.startsAt), timeZone)}
          {day.meetAt && ` at ${day.meetAt}`}.{day.backBy && ` Back by ${clock(day.backBy)}.`}
        </b>
        {day.leader && (
          <>
            <br />
            Leader: {day.leader}
          </>
        )}
      </p>
      <Emergency>If someone is hurt, call {emergencyNumber} and read out the code on the nearest emergency post.</Emergency>
      <h2>Jobs</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Job</th>
            <th scope="col">Where</th>
            <th scope="col">Tools</th>
            <th scope="col">Time</th>
            <th scope="col">Done (who and when)</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job, at) => (
            <tr key={job.actionId}>
              <td>{at + 1}</td>
              <td>
                <b>{job.action?.description ?? job.what}</b>
                {job.action && (
                  <>
                    <br />
                    {job.action.rating} {job.action.number}
                  </>
                )}
              </td>
              <td>{job.action && placeLine(trails, job.action)}</td>
              <td>{job.tools}</td>
              <td>{job.minutes !== null && minutesText(job.minutes)}</td>
              <td>
                <Box />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Lists>
        <div>
          <h2>People</h2>
          <pre>{[...crew, day.guests].filter(Boolean).join('\n')}</pre>
        </div>
        <div>
          <h2>Bring</h2>
          <pre>{[...tools, day.bring].filter(Boolean).join('\n')}</pre>
        </div>
      </Lists>
      <h2>Before you start</h2>
      <p>
        <Box /> Risks discussed <Box /> Everyone has water and gloves <Box /> Signs in place at both ends <Box /> Radio checked
      </p>
      <h2>Notes</h2>
      {[1, 2, 3, 4, 5].map((line) => (
        <Line key={line} />
      ))}
    </Paper>
  )
}
