import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { changeBackTo, type Data, IMPORTED_FROM, labelOf, MANAGER, type Person, RecordHistory, type RecordKind } from '@trailwarden/domain'
import type { SyncState } from '@trailwarden/sync'
import { type ReactNode, useMemo, useState } from 'react'
import { callApi } from '#data/api.ts'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { useRecords } from '#data/use-records.ts'
import { formatDateTime } from '#lib/dates.ts'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconEdit, iconMobileCheck } from '#ui/screen-icons.ts'
import { colour } from '#ui/theme.ts'
import { Age } from './age.tsx'
import { iconCloudDone } from './record-icons.ts'
import { valueText } from './record-text.ts'

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

type Line = RecordHistory['lines'][number]
type FieldChange = Line['changes'][string]
type ValueText = (field: string, value: unknown) => string

/** A longer delay than this between device and server means that there was no signal, and both times are shown. */
const LATE_MS = 2 * 60 * 1000

const wasLate = ({ recordedAt, createdAt }: Line) => Date.parse(createdAt) - Date.parse(recordedAt) > LATE_MS
const wasImported = ({ changes }: Line) => IMPORTED_FROM in changes

/** How the history of one kind of record is told. */
export type HistoryWords = {
  /** Where its histories are asked for. */
  address: (id: string) => string
  /** A field that every new record has: with it a history begins. */
  first: string
  /** What a change did to a field, as the end of a sentence that begins with a name; null: as of any other field. */
  changeText(field: string, change: FieldChange, text: ValueText): ReactNode
  iconOf(field: string, change: FieldChange): string | undefined
  /** False of what another change of the same line says better. */
  isNamed?(field: string, changes: Line['changes']): boolean
  /** What restoring does, where it is more than another value of a field. */
  restoreText?(field: string, value: unknown): string | null
  /** Values that have words of their own; null: as of any other field. */
  valueText?(field: string, value: unknown): string | null
}

type Recorded = Data & { id: string; version: number; state: SyncState }

type Props<R extends Recorded, Patch extends Data> = {
  kind: RecordKind<Data, Patch>
  record: R
  words: HistoryWords
  /** Names that this device knows beside those of the people it was sent. */
  nameOf?: (id: string) => string | null
  /** What brings an earlier version back, where a kind has more than fields. */
  backTo?: (lines: RecordHistory['lines'], version: number) => Patch | null
  restore: (patch: Patch) => Promise<unknown>
}

/** What was done to a record and by whom, the latest first, for managers; each earlier version can be brought back. */
export function RecordChanges<R extends Recorded, Patch extends Data>(props: Props<R, Patch>) {
  const { record, words } = props
  const { id, version } = record
  const { address } = words
  // Asked again when there is a new version.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is a new question
  const { answer, askAgain } = useAnswer(useMemo(() => () => callApi('GET', address(id), RecordHistory), [address, id, version]))
  return (
    <PaddedCard aria-label="Changes">
      <CardHeading>Changes</CardHeading>
      {record.state === 'local' && <Muted>What you did last is not sent yet, and not listed here.</Muted>}
      {answer?.ok && <Timeline {...props} lines={answer.value.lines} />}
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

function Timeline<R extends Recorded, Patch extends Data>(props: Props<R, Patch> & { lines: readonly Line[] }) {
  const { kind, record, words, nameOf, restore, lines } = props
  const backTo = props.backTo ?? ((all, version) => changeBackTo(kind, all, version, record))
  const { timeZone } = usePageData().site
  const people = useRecords('people', { kind: 'person' })
  const personName = (id: string) => {
    // Safe: documents of this kind are people, written by our server.
    const person = people?.find((one) => one.id === id)?.data as Person | undefined
    return person?.displayName ?? nameOf?.(id) ?? 'someone no longer here'
  }
  const text: ValueText = (field, value) => words.valueText?.(field, value) ?? valueText(kind, field, value, personName)
  const [asking, setAsking] = useState<{ at: string; patch: Patch } | null>(null)
  const close = () => setAsking(null)
  return (
    <>
      <List>
        {lines.map((line, i) => {
          const patch = i === 0 ? null : backTo([...lines], line.version)
          const when = formatDateTime(new Date(line.createdAt), timeZone)
          const button = patch && (
            <Button variant="text" aria-label={`Restore the version of ${when}`} onClick={() => setAsking({ at: when, patch })}>
              Restore
            </Button>
          )
          return (
            <HistoryLine
              key={`${line.version} ${line.createdAt} ${line.createdBy}`}
              kind={kind}
              line={line}
              words={words}
              text={text}
              restore={button}
            />
          )
        })}
      </List>
      {asking && (
        <AskRestore
          kind={kind}
          record={record}
          {...asking}
          words={words}
          text={text}
          onClose={close}
          onRestore={() => {
            close()
            void restore(asking.patch)
          }}
        />
      )}
    </>
  )
}

const isManagersWork = ({ fields, operations }: Pick<RecordKind, 'fields' | 'operations'>, name: string) =>
  (fields[name] ?? operations[name])?.role === MANAGER

type LineProps = { kind: Pick<RecordKind, 'fields' | 'operations'>; line: Line; words: HistoryWords; text: ValueText; restore: ReactNode }

function HistoryLine({ kind, line, words, text, restore }: LineProps) {
  const { version, changes, createdByName, createdAt, recordedAt } = line
  if (version === 1 && changes[words.first]?.before === null)
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
  const fields = Object.entries(changes).filter(([name]) => name !== IMPORTED_FROM && (words.isNamed?.(name, changes) ?? true))
  const [[field, change] = ['', { before: null, after: null }]] = fields
  return (
    <li data-by={fields.some(([name]) => isManagersWork(kind, name)) ? 'manager' : 'reporter'}>
      <i>
        <Icon path={words.iconOf(field, change) ?? iconEdit} size={18} />
      </i>
      <div>
        {fields.map(([name, one]) => (
          <p key={name}>
            <b>{createdByName}</b> {words.changeText(name, one, text) ?? changedTo(kind, name, one, text)}
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

const changedTo = (kind: Pick<RecordKind, 'fields' | 'operations'>, field: string, { before, after }: FieldChange, text: ValueText) => (
  <>
    changed the {labelOf(kind, field).toLowerCase()} to <b>{text(field, after)}</b>, was {text(field, before)}
  </>
)

type AskProps = {
  kind: Pick<RecordKind, 'fields' | 'operations'>
  record: Data
  at: string
  patch: Data
  words: HistoryWords
  text: ValueText
  onClose: () => void
  onRestore: () => void
}

/** Shows what would change before anything does. The change goes the way of every other one, and stands in the history itself. */
function AskRestore({ kind, record, at, patch, words, text, onClose, onRestore }: AskProps) {
  return (
    <ConfirmDialog
      title={`Restore the version of ${at}?`}
      confirm={{ title: 'Restore', act: onRestore }}
      cancel={{ title: 'Cancel', act: onClose }}
      onClose={onClose}
    >
      Notes stay. Nothing is lost: the version of now stays in the list.
      <Facts>
        {Object.entries(patch).map(([field, value]) => (
          <div key={field}>
            <dt>{labelOf(kind, field)}</dt>
            <dd>
              {words.restoreText?.(field, value) ?? (
                <>
                  {text(field, value)}
                  <Muted as="span"> instead of {text(field, record[field])}</Muted>
                </>
              )}
            </dd>
          </div>
        ))}
      </Facts>
    </ConfirmDialog>
  )
}
