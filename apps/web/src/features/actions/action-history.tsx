import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import {
  type ActionPatch,
  ActionHistory as Answer,
  actionKind,
  changeBackTo,
  IMPORTED_FROM,
  labelOf,
  MANAGER,
  type Person,
  type RecordKind,
} from '@trailwarden/domain'
import { type ReactNode, useMemo, useState } from 'react'
import { callApi } from '#data/api.ts'
import { useDevice } from '#data/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { useRecords } from '#data/use-records.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Age } from '#parts/age.tsx'
import { iconChat, iconCloudDone, iconImage, iconKeyboardArrowUp, iconSchedule, iconTaskAlt } from '#parts/record-icons.ts'
import { valueText } from '#parts/record-text.ts'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconPerson } from '#ui/icons.ts'
import { iconDelete, iconEdit, iconMobileCheck } from '#ui/screen-icons.ts'
import { colour } from '#ui/theme.ts'
import { iconMyLocation } from '#ui/tool-icons.ts'
import { editAction, type SeenAction } from './actions.ts'

const List = styled('ol')({
  '& li': { display: 'grid', gridTemplateColumns: '32px minmax(0, 1fr) auto', gap: 12, padding: '8px 0', position: 'relative' },
  '& li:not(:last-child)::before': {
    content: '""',
    position: 'absolute',
    left: 15,
    top: 40,
    bottom: -8,
    width: 2,
    background: colour('line'),
  },
  '& li > i': {
    display: 'grid',
    placeItems: 'center',
    width: 32,
    height: 32,
    borderRadius: '50%',
    background: colour('surfaceSunken'),
    color: colour('text2'),
  },
  '& li[data-by=manager] > i': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
  '& p': { fontSize: 15, lineHeight: '21px', overflowWrap: 'anywhere' },
  '& b': { fontWeight: 600 },
  '& small': { fontSize: 13, lineHeight: '18px', color: colour('text2'), fontFeatureSettings: "'tnum'" },
})

type Line = Answer['lines'][number]
type ValueText = (field: string, value: unknown) => string

/** A longer delay than this between device and server means that there was no signal, and both times are shown. */
const LATE_MS = 2 * 60 * 1000

const wasLate = ({ recordedAt, createdAt }: Line) => Date.parse(createdAt) - Date.parse(recordedAt) > LATE_MS
const wasImported = ({ changes }: Line) => IMPORTED_FROM in changes
const isBeginning = ({ version, changes }: Line) => version === 1 && changes.description?.before === null

/** What one change did to one field, as the end of a sentence that begins with a name. */
function changeText(field: string, { before, after }: { before: unknown; after: unknown }, text: ValueText): ReactNode {
  const now = <b>{text(field, after)}</b>
  const was = text(field, before)
  if (field === 'notes') return 'added a note'
  if (field === 'deleted') return 'deleted it'
  if (field === 'rating')
    return (
      <>
        rated it {now}, was {was}
      </>
    )
  if (field === 'status') return after === 'Resolved' ? <>marked it as {now}</> : 'opened it again'
  if (field === 'assignedTo') return after === null ? <>took it from {was}</> : <>assigned it to {now}</>
  if (field === 'photoId') return after === null ? 'removed the photo' : before === null ? 'added a photo' : 'changed the photo'
  return (
    <>
      changed the {labelOf(actionKind, field).toLowerCase()} to {now}, was {was}
    </>
  )
}

const ICONS: Record<string, string> = {
  assignedTo: iconPerson,
  rating: iconKeyboardArrowUp,
  notes: iconChat,
  photoId: iconImage,
  place: iconMyLocation,
  deleted: iconDelete,
}

const isManagersWork = (name: string) => {
  const { fields, operations }: RecordKind = actionKind
  return (fields[name] ?? operations[name])?.role === MANAGER
}

function iconOf({ changes }: Line): string {
  const [field = ''] = Object.keys(changes)
  if (field === 'status') return changes.status?.after === 'Resolved' ? iconTaskAlt : iconSchedule
  return ICONS[field] ?? iconEdit
}

const historyOf = (id: string) => () => callApi('GET', `/api/actions/${id}/history`, Answer)

/** What was done to an action and by whom, the latest first, for managers; each earlier version can be brought back. */
export function ActionHistory({ action }: { action: SeenAction }) {
  const { id, version } = action
  // Asked again when there is a new version.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is a new question
  const { answer, askAgain } = useAnswer(useMemo(() => historyOf(id), [id, version]))
  return (
    <PaddedCard aria-label="Changes">
      <CardHeading>Changes</CardHeading>
      {action.state === 'local' && <Muted>What you did last is not sent yet, and not listed here.</Muted>}
      {answer?.ok && <Timeline action={action} lines={answer.value.lines} />}
      {answer && !answer.ok && (
        <>
          <Muted>
            {answer.code === 'not-found' ? 'Nothing has reached the server yet.' : 'Who changed what is listed when there is signal.'}
          </Muted>
          <Button variant="text" onClick={askAgain} sx={{ justifySelf: 'start', ml: -1.5 }}>
            Try again
          </Button>
        </>
      )}
    </PaddedCard>
  )
}

function Timeline({ action, lines }: { action: SeenAction; lines: Answer['lines'] }) {
  const { timeZone } = usePageData().site
  const people = useRecords('people', { kind: 'person' })
  const nameOf = (id: string) => {
    // Safe: documents of this kind are people, written by our server.
    const person = people?.find((one) => one.id === id)?.data as Person | undefined
    return person?.displayName ?? (id === action.assignedTo ? action.assignedName : null) ?? 'someone no longer here'
  }
  const text: ValueText = (field, value) => valueText(actionKind, field, value, nameOf)
  const [asking, setAsking] = useState<{ at: string; patch: ActionPatch } | null>(null)
  return (
    <>
      <List>
        {lines.map((line, i) => {
          const patch = i === 0 ? null : changeBackTo(lines, line.version, action)
          const when = formatDateTime(new Date(line.createdAt), timeZone)
          const restore = patch && (
            <Button variant="text" aria-label={`Restore the version of ${when}`} onClick={() => setAsking({ at: when, patch })}>
              Restore
            </Button>
          )
          return <HistoryLine key={`${line.version} ${line.createdAt} ${line.createdBy}`} line={line} text={text} restore={restore} />
        })}
      </List>
      {asking && <AskRestore action={action} {...asking} text={text} onClose={() => setAsking(null)} />}
    </>
  )
}

type HistoryLineProps = { line: Line; text: ValueText; restore: ReactNode }

function HistoryLine({ line, text, restore }: HistoryLineProps) {
  const { changes, createdByName, createdAt, recordedAt } = line
  if (isBeginning(line))
    return (
      <>
        {wasLate(line) && (
          <li>
            <i>
              <Icon path={iconCloudDone} size={18} />
            </i>
            <div>
              <p>{wasImported(line) ? 'Brought over from the old app' : 'Sent from the phone'}</p>
              <small>
                <Age at={createdAt} />
              </small>
            </div>
          </li>
        )}
        <li>
          <i>
            <Icon path={iconMobileCheck} size={18} />
          </i>
          <div>
            <p>
              <b>{createdByName}</b> recorded it{wasImported(line) ? ' in the old app' : wasLate(line) && ' without signal'}
            </p>
            <small>
              <Age at={wasLate(line) ? recordedAt : createdAt} />
            </small>
          </div>
          {restore}
        </li>
      </>
    )
  const fields = Object.entries(changes).filter(([field]) => field !== IMPORTED_FROM)
  return (
    <li data-by={fields.some(([field]) => isManagersWork(field)) ? 'manager' : 'reporter'}>
      <i>
        <Icon path={iconOf(line)} size={18} />
      </i>
      <div>
        {fields.map(([field, change]) => (
          <p key={field}>
            <b>{createdByName}</b> {changeText(field, change, text)}
          </p>
        ))}
        <small>
          <Age at={createdAt} />
          {wasLate(line) && (
            <>
              , <Age at={recordedAt} lead={wasImported(line) ? 'done in the old app' : 'done without signal'} />
            </>
          )}
        </small>
      </div>
      {restore}
    </li>
  )
}

type AskProps = { action: SeenAction; at: string; patch: ActionPatch; text: ValueText; onClose: () => void }

/** Shows what would change before anything does. The change goes the way of every other one, and stands in the history itself. */
function AskRestore({ action, at, patch, text, onClose }: AskProps) {
  const device = useDevice()
  const restore = () => {
    onClose()
    void editAction(device, action.id, patch)
  }
  return (
    <ConfirmDialog
      title={`Restore the version of ${at}?`}
      confirm={{ title: 'Restore', act: restore }}
      cancel={{ title: 'Cancel', act: onClose }}
      onClose={onClose}
    >
      Notes stay. Nothing is lost: the version of now stays in the list.
      <Facts>
        {Object.entries(patch).map(([field, value]) => (
          <div key={field}>
            <dt>{labelOf(actionKind, field)}</dt>
            <dd>
              {text(field, value)}
              <Muted as="span"> instead of {text(field, action[field as keyof SeenAction])}</Muted>
            </dd>
          </div>
        ))}
      </Facts>
    </ConfirmDialog>
  )
}
