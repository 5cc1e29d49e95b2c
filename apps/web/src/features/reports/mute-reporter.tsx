import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Report } from '@trailwarden/domain/report/report-kind'
import { type Reporter, reporterKind } from '@trailwarden/domain/report/reporter-kind'
import { useId } from 'react'
import type { Device } from '#data/device.ts'
import { useDevice } from '#data/device-session.ts'
import { useRecords } from '#data/use-records.ts'
import { AgeText } from '#parts/age-text.tsx'
import { saveRecord } from '#parts/save-record.ts'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { Switch } from '#ui/switch.tsx'
import { colour } from '#ui/theme.ts'

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  '& > label, & > div': { flex: '1 1 200px', minWidth: 0 },
  '& label b': { display: 'block' },
})

const Rows = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li + li': { marginTop: 8, paddingTop: 8, borderTop: `1px solid ${colour('line')}` },
})

const saveMute = (device: Device | null, reporterId: string, muted: boolean) =>
  saveRecord(device, reporterKind, 'edit', reporterId, { muted }, { message: muted ? 'Reporter muted' : 'Reporter unmuted' })

/** Beside declining: the moment at which someone has seen enough. */
export function MuteSwitch({ checked, onSwitch }: { checked: boolean; onSwitch: (on: boolean) => void }) {
  const id = useId()
  return (
    <Row>
      <label htmlFor={id}>
        <b>Mute this reporter</b>
        <Muted as="span">Later reports from their device wait under Muted, unless they speak of an injury. They are not told.</Muted>
      </label>
      <Switch id={id} checked={checked} onSwitch={onSwitch} />
    </Row>
  )
}

/** Of one report: whether its reporter is muted, and the way to change that. */
export function MuteCard({ report, reporter, isInQueue }: { report: Report; reporter: Reporter | undefined; isInQueue: boolean }) {
  const device = useDevice()
  return (
    <PaddedCard aria-label="Reporter">
      <Row>
        <div>
          <h2>{reporter ? 'This reporter is muted' : 'Reporter'}</h2>
          <Muted>
            {!reporter && 'Whoever sends nonsense again and again is muted: their reports wait under Muted, and they are not told.'}
            {reporter &&
              (isInQueue
                ? 'This report is shown because it may speak of an injury or danger.'
                : 'Unmuted, their reports are back in the queue.')}
          </Muted>
        </div>
        <Button variant="outlined" onClick={() => saveMute(device, report.createdBy, !reporter)}>
          {reporter ? 'Unmute this reporter' : 'Mute this reporter'}
        </Button>
      </Row>
    </PaddedCard>
  )
}

/** Every reporter who is muted, also those of whom no report waits: else nobody could undo it. */
export function MutedReporters({ reporters }: { reporters: ReadonlyMap<string, Reporter> }) {
  const device = useDevice()
  const views = useRecords('reports of muted reporters', { kind: 'report', where: ({ createdBy }) => reporters.has(String(createdBy)) })
  // Safe: documents of this kind are reports.
  const reports = views?.map(({ data }) => data as Report).sort((a, b) => b.createdAt.localeCompare(a.createdAt)) ?? []
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
                  {own.length > 1 && `The last of ${own.length} reports. `}
                  <AgeText at={updatedAt} lead={`Muted by ${updatedByName}`} />
                </Muted>
              </div>
              <Button aria-label={`Unmute the reporter of ${last?.number ?? 'no report'}`} onClick={() => saveMute(device, id, false)}>
                Unmute
              </Button>
            </Row>
          )
        })}
      </Rows>
    </PaddedCard>
  )
}
