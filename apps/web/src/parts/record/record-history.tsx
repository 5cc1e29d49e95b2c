import { changeBackTo, type Data, IMPORTED_FROM, labelOf, MANAGER, NOT_APPLIED, RecordHistory, type RecordKind } from '@trailwarden/domain'
import type { SyncState } from '@trailwarden/sync'
import { type ReactNode, useMemo, useState } from 'react'
import { callApi } from '#data/api.ts'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconEdit, iconMobileCheck } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { usePersonName } from '../person/person-name.ts'
import { Age } from '../status/age.tsx'
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
  '& p': { fontSize: rem(15), lineHeight: rem(21), overflowWrap: 'anywhere' },
  '& b': { fontWeight: 600 },
  '& small': { fontSize: rem(13), lineHeight: rem(18), color: colour('text2'), fontFeatureSettings: "'tnum'" },
})

type Line = RecordHistory['lines'][number]
type FieldChange = Line['changes'][string]
type ValueText = (field: string, value: unknown) => string

/** If the server received a change much later than the device recorded it, the device was offline, so the history shows both times. */
const LATE_MS = 2 * 60 * 1000

const wasLate = ({ recordedAt, createdAt }: Line) => Date.parse(createdAt) - Date.parse(recordedAt) > LATE_MS
const wasImported = ({ changes }: Line) => IMPORTED_FROM in changes

export type HistoryWords = {
  address: (id: string) => string
  /** Every new record has this field, so the history begins with it. */
  first: string
  changeText(field: string, change: FieldChange, text: ValueText): ReactNode
  iconOf(field: string, change: FieldChange): string | undefined
  /** Another change in the line may describe the change better. */
  isNamed?(field: string, changes: Line['changes']): boolean
  /** Some fields have an effect beyond a different value when they are restored. */
  restoreText?(field: string, value: unknown): string | null
  valueText?(field: string, value: unknown): string | null
}

type Recorded = Data & { id: string; version: number; state: SyncState }

type Props<R extends Recorded, Patch extends Data> = {
  kind: RecordKind<Data, Patch>
  record: R
  words: HistoryWords
  nameOf?: (id: string) => string | null
  /** Only kinds with more than fields, such as photos, need this function. */
  backTo?: (lines: RecordHistory['lines'], version: number) => Patch | null
  restore: (patch: Patch) => Promise<unknown>
}

export function RecordChanges<R extends Recorded, Patch extends Data>(props: Props<R, Patch>) {
  const { record, words } = props
  const { id, version } = record
  const { address } = words
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version needs a new request
  const { answer, askAgain } = useAnswer(useMemo(() => () => callApi('GET', address(id), RecordHistory), [address, id, version]))
  return (
    <PaddedCard aria-label="Changes">
      <CardHeading>Changes</CardHeading>
      {record.state === 'local' && <Muted>Your latest changes haven’t been sent yet, so they’re not listed here.</Muted>}
      {answer?.ok && <Timeline {...props} lines={answer.value.lines} />}
      {answer && !answer.ok && (
        <>
          <Muted>{answer.code === 'not-found' ? 'Nothing has been sent yet.' : 'Go online to see the history.'}</Muted>
          <Button variant="text" onClick={askAgain} sx={{ justifySelf: 'start', marginLeft: -12 }}>
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
  const personName = usePersonName(nameOf)
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
            <Button variant="text" aria-label={`Restore the version from ${when}`} onClick={() => setAsking({ at: when, patch })}>
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
              <p>{wasImported(line) ? 'Imported from the previous app' : 'Sent from the device'}</p>
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
              <b>{createdByName}</b> recorded it{wasImported(line) ? ' in the previous app' : wasLate(line) && ' while offline'}
            </p>
            <small>
              <Age at={wasLate(line) ? recordedAt : createdAt} />
            </small>
          </div>
          {restore}
        </li>
      </>
    )
  const isShown = (name: string) => name !== IMPORTED_FROM && name !== NOT_APPLIED && (words.isNamed?.(name, changes) ?? true)
  const fields = Object.entries(changes).filter(([name]) => isShown(name))
  // The cast is safe because the server wrote these values, which are the part of a patch that wasn't applied.
  const notApplied = Object.entries((changes[NOT_APPLIED]?.after ?? {}) as Data)
  const [[field, change] = ['', { before: null, after: null }]] = fields
  return (
    <li data-by={[...fields, ...notApplied].some(([name]) => isManagersWork(kind, name)) ? 'manager' : 'reporter'}>
      <i>
        <Icon path={words.iconOf(field, change) ?? iconEdit} size={18} />
      </i>
      <div>
        {fields.map(([name, one]) => (
          <p key={name}>
            <b>{createdByName}</b> {words.changeText(name, one, text) ?? changedTo(kind, name, one, text)}
          </p>
        ))}
        {notApplied.map(([name, value]) => (
          <p key={name}>
            <b>{createdByName}</b> chose <b>{text(name, value)}</b> for {labelOf(kind, name).toLowerCase()}. It wasn’t applied because
            someone else had already changed it.
          </p>
        ))}
        <small>
          <Age at={createdAt} />
          {wasLate(line) && (
            <>
              , <Age at={recordedAt} lead={wasImported(line) ? 'done in the previous app' : 'done offline'} />
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
    changed the {labelOf(kind, field).toLowerCase()} from {text(field, before)} to <b>{text(field, after)}</b>
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

/** A restore is an ordinary change that appears in the history, so managers first see what it would change. */
function AskRestore({ kind, record, at, patch, words, text, onClose, onRestore }: AskProps) {
  return (
    <ConfirmDialog
      title={`Restore the version from ${at}?`}
      confirm={{ title: 'Restore', act: onRestore }}
      cancel={{ title: 'Cancel', act: onClose }}
      onClose={onClose}
    >
      Notes aren’t affected. The current version stays in the history.
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
