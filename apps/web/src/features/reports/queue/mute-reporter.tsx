import type { Report } from '@trailwarden/domain/report/report-kind'
import { type Reporter, reporterKind } from '@trailwarden/domain/report/reporter-kind'
import { useId } from 'react'
import type { Device } from '#data/device/device.ts'
import { useDevice } from '#data/device/device-session.ts'
import { useRecords } from '#data/use-records.ts'
import { saveRecord } from '#parts/form/save-record.ts'
import { AgeText } from '#parts/status/age-text.tsx'
import { Button } from '#ui/button.tsx'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  '& > label, & > div': { flex: '1 1 200px', minWidth: 0 },
  '& label b, & label span': { display: 'block' },
})

const Rows = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li + li': { marginTop: 8, paddingTop: 8, borderTop: `1px solid ${colour('line')}` },
})

const unmute = (device: Device | null, reporterId: string) =>
  saveRecord(device, reporterKind, 'edit', reporterId, { muted: false }, { message: 'Reporter unmuted' })

export function MuteSwitch({ checked, onSwitch }: { checked: boolean; onSwitch: (on: boolean) => void }) {
  const id = useId()
  return (
    <Row>
      <label htmlFor={id}>
        <b>Mute this reporter</b>
        <Muted as="span">
          Future reports from the reporter’s device will go to Muted, unless they mention an injury. The reporter won’t be notified.
        </Muted>
      </label>
      <Switch id={id} checked={checked} onSwitch={onSwitch} />
    </Row>
  )
}

export function earlierText(reports: readonly Pick<Report, 'status' | 'reason'>[]): string {
  if (reports.length === 0) return 'No earlier reports from this reporter'
  const outcomes = reports.map(({ status, reason }) =>
    status === 'Received' ? 'still to check' : reason === 'Not a genuine report' ? 'not genuine' : status.toLowerCase(),
  )
  const [first] = outcomes
  const lead = reports.length === 1 ? '1 earlier report' : `${reports.length} earlier reports`
  if (outcomes.every((one) => one === first)) return `${lead}, ${['', '', 'both '][reports.length] ?? 'all '}${first}`
  const counts = [...new Set(outcomes)].map((one) => `${outcomes.filter((other) => other === one).length} ${one}`)
  return `${lead}: ${counts.join(', ')}`
}

export function AboutReporter({ report, reporter, isInQueue }: { report: Report; reporter: Reporter | undefined; isInQueue: boolean }) {
  const device = useDevice()
  const { id, createdBy, createdAt, contact } = report
  const views = useRecords(`reports of ${createdBy}`, { kind: 'report', where: (one) => one.createdBy === createdBy })
  const earlier = views?.map(({ data }) => data).filter((one) => one.id !== id && one.createdAt < createdAt)
  return (
    <>
      {contact ? <a href={`mailto:${contact}`}>{contact}</a> : 'No email address'}
      {earlier && <Muted>{earlierText(earlier)}</Muted>}
      {reporter && (
        <Row>
          <div>
            <b>This reporter is muted</b>
            <Muted>
              {isInQueue
                ? 'This report is shown because it may mention an injury or danger.'
                : 'If you unmute them, their reports will go back into the queue.'}
            </Muted>
          </div>
          <Button variant="outlined" onClick={() => unmute(device, createdBy)}>
            Unmute this reporter
          </Button>
        </Row>
      )}
    </>
  )
}

/** Muted reporters without open reports are listed too, because otherwise nobody could unmute them. */
export function MutedReporters({ reporters }: { reporters: ReadonlyMap<string, Reporter> }) {
  const device = useDevice()
  const views = useRecords('reports of muted reporters', { kind: 'report', where: ({ createdBy }) => reporters.has(createdBy) })
  const reports = views?.map(({ data }) => data).sort((a, b) => b.createdAt.localeCompare(a.createdAt)) ?? []
  return (
    <PaddedCard aria-label="Muted reporters">
      <h2>Muted reporters</h2>
      <Rows>
        {[...reporters.values()].map(({ id, updatedAt, updatedByName }) => {
          const own = reports.filter(({ createdBy }) => createdBy === id)
          const [last] = own
          return (
            <Row as="li" key={id}>
              <div>
                <b>{last ? `${last.number} ${last.category}` : 'A reporter'}</b>
                <Muted>
                  {own.length > 1 && `Latest of ${own.length} reports. `}
                  <AgeText at={updatedAt} lead={`Muted by ${updatedByName}`} />
                </Muted>
              </div>
              <Button aria-label={`Unmute the reporter of ${last?.number ?? 'no report'}`} onClick={() => unmute(device, id)}>
                Unmute
              </Button>
            </Row>
          )
        })}
      </Rows>
    </PaddedCard>
  )
}
