import { type Action, placeLine } from '@trailwarden/domain'
import type { Report } from '@trailwarden/domain/report/report-kind'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Facts } from '#ui/facts.tsx'
import { usePersonName } from '../person/person-name.ts'
import { useSiteData } from '../trail/site-data.ts'

/** The reporter sees this text if the report was accepted as a new Action. */
const SEES_PROGRESS = 'The reporter can follow the Action’s progress through their link.'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The email to the reporter quotes the report. */
function answerLink({ contact, number, words, category }: Report): string {
  const quoted = (words || category)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
  const query = `subject=${encodeURIComponent(`Report ${number}`)}&body=${encodeURIComponent(`\n\n${quoted}`)}`
  return `mailto:${encodeURIComponent(contact ?? '').replace('%40', '@')}?${query}`
}

export function DecidedReport({ report, action }: { report: Report; action?: Pick<Action, 'id' | 'number'> | null }) {
  const index = useSiteData()?.index ?? null
  const { timeZone } = usePageData().site
  const nameOf = usePersonName()
  const { category, words, contact, answer, reason, createdAt, checkedAt, checkedBy, photos, canHurt } = report
  const isAccepted = report.status === 'Accepted'
  return (
    <>
      {words && <p style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>“{words}”</p>}
      <Facts>
        <Fact name="What">{category}</Fact>
        <Fact name="Where">{placeLine(index, report) || 'No location'}</Fact>
        <Fact name="Sent">{formatDateTime(new Date(createdAt), timeZone)}</Fact>
        {canHurt && <Fact name="Danger">Someone could get hurt</Fact>}
        <Fact name="Contact">{contact ? <a href={`mailto:${contact}`}>{contact}</a> : 'Not given'}</Fact>
        <Fact name="Photos">{photos.length || 'None'}</Fact>
        {checkedAt && (
          <Fact name="Decided">
            {formatDateTime(new Date(checkedAt), timeZone)}
            {checkedBy && ` by ${nameOf(checkedBy)}`}
          </Fact>
        )}
        {reason && <Fact name="Reason">{reason}</Fact>}
        <Fact name="Answer">
          <span style={{ overflowWrap: 'anywhere' }}>{answer || (isAccepted ? SEES_PROGRESS : 'No text')}</span>
          {contact && (
            <>
              {' '}
              <a href={answerLink(report)}>Reply by email</a>
            </>
          )}
        </Fact>
        {action && (
          <Fact name="Action">
            <Link to={`/actions/view/${action.id}`}>Open {action.number}</Link>
          </Fact>
        )}
      </Facts>
    </>
  )
}
