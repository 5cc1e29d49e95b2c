import { MAINTENANCE_LIMIT_HOURS, type MaintenanceTask, SystemStatus as Status } from '@trailwarden/api'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { callApi } from '#data/api.ts'
import { useAnswer } from '#data/use-answer.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { Age } from '#parts/status/age.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'

const TASKS: Record<MaintenanceTask, string> = {
  'backup-database': 'Database backup',
  'backup-photos': 'Photo backup',
  'restore-test': 'Restore test',
}

/** After this delay, an email with a login link is useless. */
const EMAIL_WAIT_LIMIT_SECONDS = 120
const LEAST_FREE_BYTES = 2 * 1024 ** 3

const PastLimit = styled('span')({ display: 'flex', gap: 8, alignItems: 'flex-start', color: colour('warningText') })

const askStatus = () => callApi('GET', '/api/system-status', Status)

const size = (bytes: number) => (bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`)
const minutes = (seconds: number) =>
  seconds < 60 ? 'less than a minute' : seconds < 120 ? '1 minute' : `${Math.floor(seconds / 60)} minutes`
const emails = (count: number) => (count === 1 ? '1 email' : `${count} emails`)

function Fact({ name, isPastLimit = false, children }: { name: string; isPastLimit?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isPastLimit ? (
          <PastLimit>
            <Icon path={iconWarningFill} size={20} />
            <span>{children}</span>
          </PastLimit>
        ) : (
          children
        )}
      </dd>
    </div>
  )
}

function TaskFact({ task, succeededAt, failedAt }: Status['tasks'][number]) {
  const limitMs = MAINTENANCE_LIMIT_HOURS[task] * 3_600_000
  const isTooOld = succeededAt === null || Date.now() - Date.parse(succeededAt) > limitMs
  return (
    <Fact name={TASKS[task]} isPastLimit={isTooOld || failedAt !== null}>
      {succeededAt ? <Age at={succeededAt} /> : 'Never'}
      {failedAt && (
        <>
          . <Age at={failedAt} lead="Failed" />
        </>
      )}
    </Fact>
  )
}

function EmailFact({ queues }: Pick<Status, 'queues'>) {
  const ofEmail = queues.filter(({ name }) => name.startsWith('email'))
  const sum = (field: 'waiting' | 'retrying' | 'failed') => ofEmail.reduce((total, queue) => total + queue[field], 0)
  const [waiting, retrying, failed] = [sum('waiting'), sum('retrying'), sum('failed')]
  const longest = Math.max(0, ...ofEmail.map(({ oldestSeconds }) => oldestSeconds))
  const urgent = queues.find(({ name }) => name === 'email-urgent')?.oldestSeconds ?? 0
  const parts = [
    waiting > 0 && `${emails(waiting)} waiting, the oldest for ${minutes(longest)}`,
    retrying > 0 && `${emails(retrying)} being retried`,
    failed > 0 && `${emails(failed)} failed in the last hour`,
  ].filter(Boolean)
  return (
    <Fact name="Emails" isPastLimit={retrying > 0 || failed > 0 || urgent > EMAIL_WAIT_LIMIT_SECONDS}>
      {parts.length > 0 ? parts.join('. ') : 'All sent'}
    </Fact>
  )
}

function RestoreFact({ restore: { at, restoredTo, ended } }: { restore: NonNullable<Status['restore']> }) {
  const { sessions = 0, keys = 0, links = 0, briefLinks = 0, webhooks = 0 } = ended
  return (
    <Fact name="Restored from a backup" isPastLimit>
      <Age at={at} />
      {restoredTo && (
        <>
          , using a backup from <Age at={restoredTo} />
        </>
      )}
      . Sessions ended: {sessions}. API keys ended: {keys}. Links ended: {links + briefLinks}. Webhooks suspended: {webhooks}. Check trail
      status and post it again. Then check roles given, photos blurred and settings changed since the backup.
    </Fact>
  )
}

/** Without a confirmed address, these people can't get a link to set a password. */
const AddressFact = ({ doubtfulAddresses }: Pick<Status, 'doubtfulAddresses'>) => (
  <Fact name="Addresses to confirm" isPastLimit>
    These people’s email addresses were changed after the backup:{' '}
    {doubtfulAddresses.map(({ id, displayName }, i) => (
      <Fragment key={id}>
        {i > 0 && ', '}
        <Link to={`/users/view/${id}`}>{displayName}</Link>
      </Fragment>
    ))}
    . Ask each of them for their address, and confirm it.
  </Fact>
)

function OtherWorkFact({ queues }: Pick<Status, 'queues'>) {
  const others = queues.filter(({ name }) => !name.startsWith('email'))
  const [waiting, failed] = (['waiting', 'failed'] as const).map((field) => others.reduce((total, queue) => total + queue[field], 0))
  return (
    <Fact name="Other work" isPastLimit={(failed ?? 0) > 0}>
      {failed ? `${failed} failed in the last hour` : waiting ? `${waiting} waiting` : 'All done'}
    </Fact>
  )
}

export function SystemStatus() {
  const hasSignal = useHasSignal()
  const { answer, askAgain } = useAnswer(askStatus)
  return (
    <PaddedCard>
      <CardHeading>System</CardHeading>
      {!answer && <Muted role="status">{hasSignal ? 'Loading…' : 'You’re offline'}</Muted>}
      {answer && !answer.ok && (
        <>
          <Muted role="alert">Couldn’t load the system status. {reasonOf(answer)}</Muted>
          <div>
            <Button variant="outlined" disabled={!hasSignal} onClick={askAgain}>
              Try again
            </Button>
          </div>
        </>
      )}
      {answer?.ok && <StatusFacts status={answer.value} />}
    </PaddedCard>
  )
}

function StatusFacts({
  status: { version, startedAt, database, queues, restore, doubtfulAddresses, tasks, photosFreeBytes },
}: {
  status: Status
}) {
  return (
    <Facts>
      <Fact name="Version">
        {version}, <Age at={startedAt} lead="started" />
      </Fact>
      <Fact name="Database" isPastLimit={database.waitingRequests > 0}>
        PostgreSQL {database.version.split(' ')[0]}, {size(database.bytes)}. {database.poolUsed} of {database.poolSize} connections in use
        {database.waitingRequests > 0 && `, ${database.waitingRequests} requests waiting`}
      </Fact>
      {restore && <RestoreFact restore={restore} />}
      {doubtfulAddresses.length > 0 && <AddressFact doubtfulAddresses={doubtfulAddresses} />}
      <EmailFact queues={queues} />
      <OtherWorkFact queues={queues} />
      {photosFreeBytes !== null && (
        <Fact name="Photo storage" isPastLimit={photosFreeBytes < LEAST_FREE_BYTES}>
          {size(photosFreeBytes)} free
        </Fact>
      )}
      {tasks.map((one) => (
        <TaskFact key={one.task} {...one} />
      ))}
    </Facts>
  )
}
