import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Kind } from '@trailwarden/api'
import { type Action, labelOf } from '@trailwarden/domain'
import type { FailureReason, View, Waiting } from '@trailwarden/sync'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { syncNow, useDevice, useSyncStatus } from '#data/device-session.ts'
import { deviceKind } from '#data/kinds.ts'
import { type AtHand, useAtHand, useOwnPhoto, useViews } from '#data/use-records.ts'
import { AgeText } from '#parts/age-text.tsx'
import { AttentionBox, NeedsAttention, whyRefused } from '#parts/needs-attention.tsx'
import { useObjectUrl } from '#parts/photo-input.tsx'
import { iconCloudDone, iconImage, iconSyncProblem } from '#parts/record-icons.ts'
import { SyncStateLine, savedHere, thisDevice } from '#parts/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight } from '#ui/icons.ts'
import { Notice } from '#ui/notice.tsx'
import { colour, DESKTOP } from '#ui/theme.ts'

const Page = styled('div')({ display: 'grid', gap: 16, padding: 16, maxWidth: 760, [DESKTOP]: { padding: 24 } })

const Rows = styled('ul')({
  '& li + li': { borderTop: `1px solid ${colour('line')}` },
  '& a': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 24px',
    alignItems: 'center',
    gap: 12,
    minHeight: 64,
    padding: '10px 12px 10px 16px',
    color: colour('text'),
    textDecoration: 'none',
    outlineOffset: -3,
  },
  '& b': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere' },
  '& a > svg': { color: colour('text2') },
  '& li > button': { margin: '0 4px 4px' },
})

const Nothing = styled('h2')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: 16,
  fontSize: 17,
  lineHeight: '24px',
  fontWeight: 600,
  '& svg': { color: colour('syncSent') },
})

/** Why nothing goes out although there is signal, and what to do about it; what passes by itself is not explained. */
const PROBLEMS: Partial<Record<FailureReason, string>> = {
  'signed-out': 'The server no longer knows this login. Log in again and everything is sent.',
  'too-old': 'This version of the app is too old for the server. Update it; everything is kept.',
  'other-person': 'Someone else is logged in on this device. Log in as yourself and everything is sent.',
  server: 'The server is in trouble. It is tried again by itself.',
  phone: 'This device cannot keep what the server sends. It may be full.',
}

const titleOf = (views: Map<string, View> | undefined, kind: Kind, id: string) => {
  const view = kind === 'action' ? views?.get(id) : undefined
  return (view && (view.data as Action).description) || deviceKind(kind).title
}

const pathOf = (kind: Kind, id: string) => deviceKind(kind).path(id)
const fieldsText = (kind: Kind, fields: readonly string[]) => fields.map((field) => labelOf(deviceKind(kind).kind, field)).join(', ')

/** Everything this person did that the server has not got, and everything they have to decide about. */
export function WaitingList() {
  const atHand = useAtHand()
  const ids = useMemo(() => (atHand ? idsOf(atHand) : []), [atHand])
  const views = useViews('action', ids)
  const device = useDevice()
  const hasSignal = useHasSignal()
  const { sending, problem } = useSyncStatus()
  if (!atHand || !views) return null
  const { waiting, attention, notices, photos, drafts } = atHand
  const refused = photos.filter(({ state }) => state === 'refused')
  const ready = photos.filter(({ state }) => state === 'ready')
  const isEmpty = waiting.length + attention.length + notices.length + photos.length + drafts.length === 0
  const why = hasSignal && problem && PROBLEMS[problem]
  return (
    <Page>
      {why && <Notice>{why}</Notice>}
      {isEmpty && (
        <Card>
          <Nothing>
            <Icon path={iconCloudDone} />
            All sent
          </Nothing>
        </Card>
      )}
      {attention.map((one) => (
        <NeedsAttention key={one.waiting.command.id} refused={one}>
          <b>{titleOf(views, one.waiting.command.kind, one.waiting.command.recordId)}</b>
        </NeedsAttention>
      ))}
      {refused.map(({ id, refusal }) => (
        <RefusedPhoto key={id} id={id} why={whyRefused(refusal)} />
      ))}
      {drafts.length > 0 && (
        <Section title="Not finished">
          {drafts.map((key) => (
            <Row key={key} to={draftPath(key)} title={draftTitle(views, key)} drop={() => void device?.dropDraft(key)}>
              <Muted as="span">Kept on this {thisDevice()} while you were writing. Open it to go on.</Muted>
            </Row>
          ))}
        </Section>
      )}
      {notices.length > 0 && (
        <Section title="Changed by someone else too">
          {notices.map(({ id, kind, recordId, what, fields }) => (
            <Row key={id} to={pathOf(kind, recordId)} title={titleOf(views, kind, recordId)}>
              <Muted as="span">
                {what === 'replaced' ? 'Yours stands' : 'Theirs stands'}: {fieldsText(kind, fields)}
              </Muted>
            </Row>
          ))}
        </Section>
      )}
      {waiting.length + ready.length > 0 && (
        <Section title={sending && hasSignal ? `Sending ${Math.min(sending.sent + 1, sending.of)} of ${sending.of}` : savedHere()}>
          {waiting.map((row) => (
            <WaitingRow key={row.command.id} row={row} title={titleOf(views, row.command.kind, row.command.recordId)} />
          ))}
          {ready.map(({ id }) => (
            <PhotoRow key={id} id={id} />
          ))}
        </Section>
      )}
      {hasSignal && waiting.length + ready.length > 0 && (
        <Button variant="outlined" onClick={() => syncNow()} sx={{ justifySelf: 'start' }}>
          Send now
        </Button>
      )}
    </Page>
  )
}

const idsOf = ({ waiting, attention, notices, drafts }: AtHand): string[] => [
  ...waiting.map(({ command }) => command.recordId),
  ...attention.map((one) => one.waiting.command.recordId),
  ...notices.map(({ recordId }) => recordId),
  ...drafts.flatMap((key) => editedIn(key) ?? []),
]

/** Drafts are stored under the name of their form; that of a record which is being edited names it. */
const NEW: Readonly<Record<string, { title: string; path: string }>> = {
  'action new': { title: 'New action', path: '/actions/add' },
  'update new': { title: 'New update', path: '/updates/add' },
  'notice new': { title: 'New notice', path: '/notices/add' },
  'point new': { title: 'New point', path: '/geopoints/add' },
}
const EDITED: Readonly<Record<string, string>> = {
  action: '/actions/edit/',
  point: '/geopoints/edit/',
  notice: '/notices/edit/',
  'trail-line': '/geopoints/line/',
}
/** A correction of the network's data is named by what it corrects, which has no record yet. */
const CORRECTION = 'point new '
const isNew = (key: string) => key in NEW || key.startsWith(CORRECTION)
const kindIn = (key: string) => key.split(' ', 1)[0] ?? ''
const editedIn = (key: string) => (isNew(key) ? null : key.slice(kindIn(key).length + 1))
function draftPath(key: string): string {
  if (key.startsWith(CORRECTION)) return `/geopoints/add?${new URLSearchParams({ replaces: key.slice(CORRECTION.length) })}`
  return NEW[key]?.path ?? `${EDITED[kindIn(key)]}${editedIn(key)}`
}
function draftTitle(views: Map<string, View>, key: string): string {
  if (key.startsWith(CORRECTION)) return `Correction of ${key.slice(key.indexOf(':') + 1)}`
  return NEW[key]?.title ?? titleOf(views, kindIn(key), editedIn(key) ?? '')
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card aria-label={title}>
    <CardHeading>{title}</CardHeading>
    <Rows>{children}</Rows>
  </Card>
)

type RowProps = { to: string; title: string; drop?: () => void; children: ReactNode }

const Row = ({ to, title, drop, children }: RowProps) => (
  <li>
    <Link to={to}>
      <span>
        <b>{title}</b>
        {children}
      </span>
      <Icon path={iconChevronRight} />
    </Link>
    {drop && (
      <Button variant="text" onClick={drop} aria-label={`Throw away ${title}`}>
        Throw away
      </Button>
    )}
  </li>
)

/** What a waiting command does, in short. */
function doing({ command, creates }: Waiting): string {
  if (creates) return 'New'
  if (command.patch.deleted) return 'Delete'
  return fieldsText(command.kind, Object.keys(command.patch))
}

function WaitingRow({ row, title }: { row: Waiting; title: string }) {
  const { kind, recordId, recordedAt } = row.command
  return (
    <Row to={pathOf(kind, recordId)} title={title}>
      <Muted as="span">
        {doing(row)} · <AgeText at={recordedAt} />
      </Muted>
      <br />
      <SyncStateLine state="local" />
    </Row>
  )
}

const BottomBar = styled('img')({ display: 'block', width: 96, aspectRatio: '16 / 9', objectFit: 'cover', borderRadius: 8 })
const PhotoLine = styled('li')({ display: 'flex', alignItems: 'center', gap: 12, minHeight: 64, padding: '10px 16px' })

function Picture({ id }: { id: string }) {
  const url = useObjectUrl(useOwnPhoto(id))
  return url ? <BottomBar src={url} alt="As it was taken" /> : <Icon path={iconImage} />
}

const PhotoRow = ({ id }: { id: string }) => (
  <PhotoLine>
    <Picture id={id} />
    <SyncStateLine state="local" text={savedHere('Photo saved')} />
  </PhotoLine>
)

/** A photo that the server will not take: still here, and its owner's to decide about. */
function RefusedPhoto({ id, why }: { id: string; why: string }) {
  const device = useDevice()
  const url = useObjectUrl(useOwnPhoto(id))
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <AttentionBox aria-label="Photo needs you">
      <h2>
        <Icon path={iconSyncProblem} />
        Photo needs you: {why}
      </h2>
      <Picture id={id} />
      <div>
        <Button variant="contained" onClick={() => device?.retryPhoto(id)}>
          Retry
        </Button>
        {url && (
          <Button variant="outlined" component="a" href={url} download={`${id}.jpg`}>
            Keep a copy
          </Button>
        )}
        <Button variant="text" onClick={() => setIsAsking(true)}>
          Discard
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Throw this photo away?"
          confirm={{ title: 'Discard', act: () => void device?.discardPhoto(id).then(close), deletes: true }}
          cancel={{ title: 'Keep', act: close }}
          onClose={close}
        >
          It is on this device only. This cannot be undone.
        </ConfirmDialog>
      )}
    </AttentionBox>
  )
}
