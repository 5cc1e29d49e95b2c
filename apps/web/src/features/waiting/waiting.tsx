import type { Kind } from '@trailwarden/api'
import { labelOf } from '@trailwarden/domain'
import type { FailureReason, Waiting } from '@trailwarden/sync'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { syncNow, useDevice, useSyncStatus } from '#data/device/device-session.ts'
import { deviceKind, type ViewIn } from '#data/device/kinds.ts'
import { type AtHand, useAtHand, useOwnPhoto, useViews } from '#data/use-records.ts'
import { useObjectUrl } from '#parts/photo/photo-input.tsx'
import { iconCloudDone, iconImage, iconSyncProblem } from '#parts/record/record-icons.ts'
import { AgeText } from '#parts/status/age-text.tsx'
import { AttentionBox, DiscardButton, NeedsAttention, whyRefused } from '#parts/sync/needs-attention.tsx'
import { SyncStateLine, savedHere, thisDevice } from '#parts/sync/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, rem } from '#ui/theme/theme.ts'

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
  fontSize: rem(17),
  lineHeight: rem(24),
  fontWeight: 600,
  '& svg': { color: colour('syncSent') },
})

/** Problems that go away automatically aren't listed. */
const PROBLEMS: Partial<Record<FailureReason, string>> = {
  'signed-out': 'You’ve been logged out. Log in again to send everything.',
  'too-old': 'This version of the app is too old for the server. Update the app. Nothing you’ve saved will be lost.',
  'other-person': 'Someone else is logged in on this device. Log in with your account to send everything.',
  server: 'The server isn’t responding. We’ll keep trying.',
  phone: 'Can’t save to this device. It may be full.',
}

const titleOf = (views: Map<string, ViewIn<'action'>> | undefined, kind: Kind, id: string) => {
  const view = kind === 'action' ? views?.get(id) : undefined
  return view?.data.description || deviceKind(kind).title
}

const STANDS = {
  replaced: 'Your change applies',
  'was-replaced': 'Their change applies',
  contested: 'Their change applies unless you choose yours',
}

const pathOf = (kind: Kind, id: string) => deviceKind(kind).path(id)
const fieldsText = (kind: Kind, fields: readonly string[]) => fields.map((field) => labelOf(deviceKind(kind).kind, field)).join(', ')

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
              <Muted as="span">{`Saved on this ${thisDevice()} while you were writing. Open it to continue.`}</Muted>
            </Row>
          ))}
        </Section>
      )}
      {notices.length > 0 && (
        <Section title="Also changed by someone else">
          {notices.map(({ id, kind, recordId, what, fields }) => (
            <Row key={id} to={pathOf(kind, recordId)} title={titleOf(views, kind, recordId)}>
              <Muted as="span">
                {STANDS[what]}: {fieldsText(kind, fields)}
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

/** The key of a draft for an existing record also includes the record's id. */
const NEW: Readonly<Record<string, { title: string; path: string }>> = {
  'action new': { title: 'New Action', path: '/actions/add' },
  'update new': { title: 'New update', path: '/updates/add' },
  'notice new': { title: 'New notice', path: '/notices/add' },
  'point new': { title: 'New point', path: '/geopoints/add' },
  'work-day new': { title: 'New work day', path: '/work-days/add' },
}
const EDITED: Readonly<Record<string, string>> = {
  action: '/actions/edit/',
  point: '/geopoints/edit/',
  notice: '/notices/edit/',
  'trail-line': '/geopoints/line/',
  'work-day': '/work-days/edit/',
}
/** The key of a correction includes the name of the corrected data, because the point doesn't exist yet. */
const CORRECTION = 'point new '
const isNew = (key: string) => key in NEW || key.startsWith(CORRECTION)
const kindIn = (key: string) => key.split(' ', 1)[0] ?? ''
const editedIn = (key: string) => (isNew(key) ? null : key.slice(kindIn(key).length + 1))
function draftPath(key: string): string {
  if (key.startsWith(CORRECTION)) return `/geopoints/add?${new URLSearchParams({ replaces: key.slice(CORRECTION.length) })}`
  return NEW[key]?.path ?? `${EDITED[kindIn(key)]}${editedIn(key)}`
}
function draftTitle(views: Map<string, ViewIn<'action'>>, key: string): string {
  if (key.startsWith(CORRECTION)) return `Correction to ${key.slice(key.indexOf(':') + 1)}`
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
      <Button variant="text" onClick={drop} aria-label={`Discard ${title}`}>
        Discard
      </Button>
    )}
  </li>
)

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
  return url ? <BottomBar src={url} alt="Original photo" /> : <Icon path={iconImage} />
}

const PhotoRow = ({ id }: { id: string }) => (
  <PhotoLine>
    <Picture id={id} />
    <SyncStateLine state="local" text={savedHere('Photo saved')} />
  </PhotoLine>
)

/** The photo stays on the device until the user decides what to do with it. */
function RefusedPhoto({ id, why }: { id: string; why: string }) {
  const device = useDevice()
  const url = useObjectUrl(useOwnPhoto(id))
  return (
    <AttentionBox aria-label="Photo not sent">
      <h2>
        <Icon path={iconSyncProblem} />
        Photo not sent: {why}
      </h2>
      <Picture id={id} />
      <div>
        <Button variant="contained" onClick={() => device?.retryPhoto(id)}>
          Retry
        </Button>
        {url && (
          <Button variant="outlined" component="a" href={url} download={`${id}.jpg`}>
            Save a copy
          </Button>
        )}
        <DiscardButton question="Discard this photo?" discard={() => void device?.discardPhoto(id)} />
      </div>
    </AttentionBox>
  )
}
