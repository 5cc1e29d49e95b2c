import { publicWord } from '@trailwarden/domain'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { type OpenDraft, useDraft } from '#data/drafts/use-draft.ts'
import { usePageData } from '#data/page-data.ts'
import { signedInPerson } from '#data/session.ts'
import { currentTime, useNow } from '#platform/clock.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { iconSendFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { DESKTOP } from '#ui/theme/theme.ts'
import { NetworkStatuses } from '../network-statuses.tsx'
import { findWaitReason } from '../proposals/proposals.ts'
import { useRiderText } from '../rider-text.ts'
import { UnconfirmedNotice } from '../unconfirmed-notice.tsx'
import { UpdateBlock } from './update-block.tsx'
import { type SendAnswer, UpdateConfirm } from './update-confirm.tsx'
import { useUpdateTrails } from './update-trail-state.tsx'
import {
  isWhereMissing as checkWhere,
  draftOf,
  isChanged,
  messageName,
  postOf,
  statusName,
  type UpdateValues,
  updateSchema,
  valuesOf,
} from './update-values.ts'
import { basedOn, latestOf, postUpdate, type SeenUpdate, statusSince, updatePath, useUpdates } from './updates.ts'

export const UPDATE_DRAFT = 'update new'

const Page = styled('div')({ padding: 16, '& form': { gap: 16 }, [DESKTOP]: { padding: 24, '& form': { gap: 24 } } })

const Blocks = styled('div')({
  display: 'grid',
  gap: 16,
  [DESKTOP]: {
    gridTemplateColumns: 'repeat(auto-fit, minmax(300px, 1fr))',
    // Open lists of trails need the full width of the page.
    '& > :has(details[open])': { gridColumn: '1 / -1' },
  },
})

// On a phone, the blocks already show the result, so there is no preview.
const Preview = styled(Card)({
  display: 'none',
  [DESKTOP]: {
    display: 'grid',
    gridTemplateColumns: '1fr auto',
    alignItems: 'baseline',
    '& > p': { padding: '0 16px' },
    '& > :nth-child(n + 3)': { gridColumn: '1 / -1' },
  },
})

const Unchanged = styled('div')({ display: 'grid', justifyItems: 'start', gap: 4, '& a, & button': { marginLeft: -12 } })

/** A new device waits this long for the log. After that, the form starts with the data on the device. */
const PATIENCE_MS = 3000

/** The form starts with the latest update, once the device has everything that home already shows. */
function useStart(updates: SeenUpdate[] | undefined) {
  const { status } = usePageData()
  const [start, setStart] = useState<{ latest: SeenUpdate | null }>()
  const known = updates?.find(({ isPublic }) => isPublic)
  const isCurrent =
    updates !== undefined &&
    (known?.orderNumber !== undefined && status?.orderNumber !== undefined
      ? known.orderNumber >= status.orderNumber
      : (known?.createdAt ?? '') >= (status?.postedAt ?? ''))
  useEffect(() => {
    if (!updates || start) return
    const begin = () => setStart({ latest: latestOf(updates) })
    if (isCurrent) return begin()
    const timer = setTimeout(begin, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [updates, isCurrent, start])
  return { start, setStart }
}

export function UpdateAdd() {
  const updates = useUpdates()
  const draft = useDraft(UPDATE_DRAFT)
  const { start, setStart } = useStart(updates)
  if (!updates || !start || draft.saved === undefined) return null
  // The form shows updates that other people post while it is open, but compares its values with the update that the author saw.
  const latest = latestOf(updates)
  return (
    <UpdateForm
      key={start.latest?.id}
      latest={start.latest}
      updates={updates}
      draft={draft}
      newer={latest && latest.id !== start.latest?.id ? { by: latest.createdByName, show: () => setStart({ latest }) } : null}
    />
  )
}

/** With `waits`, the update is a proposal, which becomes public when another manager has approved it. */
type Sent = { id: string; waits: boolean }

type Props = {
  latest: SeenUpdate | null
  updates: readonly SeenUpdate[]
  draft: OpenDraft
  newer: { by: string | null; show: () => void } | null
}

function UpdateForm({ latest, updates, draft, newer }: Props) {
  const { site } = usePageData()
  const { networks } = site
  const navigate = useNavigate()
  const device = useDevice()
  const isOnline = useHasSignal()
  const now = useNow()
  const [start] = useState(() => valuesOf(latest, networks))
  const [schema] = useState(() => updateSchema(networks, latest?.closures ?? []))
  const [asked, setAsked] = useState<{ values: UpdateValues; answer: (answer: SendAnswer) => void } | null>(null)
  const ask = (values: UpdateValues) => new Promise<SendAnswer>((answer) => setAsked({ values, answer })).finally(() => setAsked(null))
  const send = async (values: UpdateValues): Promise<Sent | null> => {
    const yes = await ask(values)
    if (!yes) return null
    const waits = waitReason(values) !== null
    // A proposal has no order number, because the second manager sees what the proposal changes.
    const known = waits ? { basedOn: latest?.id ?? null } : basedOn(latest)
    const post = { ...postOf(values, networks), ...known, ...(yes.sentAnyway && { sentAnyway: true as const }) }
    const id = await postUpdate(device, post, UPDATE_DRAFT, waits ? 'status-proposal' : 'trail-update')
    return id ? { id, waits } : null
  }
  // The finished form leaves the history, so that Back leads to the page before the form.
  const showPosted = ({ id, waits }: Sent) => navigate(waits ? '/management/updates' : updatePath(id), { replace: true })
  const leave = () => navigate('/management/updates')
  const edit = useEditForm<UpdateValues>({
    schema,
    values: start,
    async save(values) {
      const sent = await send(values)
      return sent ? { ok: true, values, next: () => showPosted(sent) } : { ok: false }
    },
  })
  const { form } = edit
  const isRestored = useSavedValues(form, draft, networks)
  const values = form.watch()
  const trails = useUpdateTrails(form, values, start)
  const riderText = useRiderText()
  const editMessage = useEditMessage(form, asked === null)
  const waitReason = (of: UpdateValues) =>
    site.statusNeedsSecondYes === true ? findWaitReason(postOf(of, networks), latest, networks, trails.known, currentTime()) : null
  // A network that was already public without a reason must not block a closure elsewhere, so only changed networks are checked.
  const isWhereMissing = (network: { id: string }) =>
    isChanged(values, start, network, trails.known) && checkWhere(values, network, trails.known, now)
  const isReady = edit.isReady && !networks.some(isWhereMissing)
  const isSame = networks.every((network) => !isChanged(values, start, network, trails.known))
  const note = !isOnline && <Muted>No signal. No one will see it until it’s sent</Muted>
  const publicNow = updates.find(({ isPublic }) => isPublic) ?? null
  return (
    <Page>
      <EditForm form={{ ...edit, isReady }} send="Send" icon={iconSendFill} bar={{ note, cancel: () => void leave() }}>
        <UnconfirmedNotice latest={publicNow ?? undefined} />
        {newer && (
          <Notice>
            {newer.by ?? 'Someone'} posted another update while you had this page open.{' '}
            <Button variant="text" onClick={newer.show}>
              Load their update
            </Button>
          </Notice>
        )}
        {isRestored && <Notice>We’ve restored your unsaved draft.</Notice>}
        <Blocks>
          {networks.map((network) => {
            const before = latest && publicWord(latest, network.id)
            return (
              <UpdateBlock
                key={network.id}
                name={network.name}
                status={edit.field(statusName(network))}
                message={edit.field(messageName(network))}
                isChanged={isChanged(values, start, network, trails.known)}
                before={before ? { status: before, since: statusSince(updates, network.id) } : null}
                isOther={before !== trails.outcome(network)?.status}
                timeZone={site.timeZone}
                stillClosed={trails.stillClosed(network)}
                isWhereMissing={isWhereMissing(network)}
                problem={trails.messageProblem(network)}
                onEditMessage={() => editMessage(network)}
                onTakeOver={(message) => trails.setMessage(network, message)}
              >
                {trails.fields(network)}
              </UpdateBlock>
            )
          })}
        </Blocks>
        <Preview aria-label="How it will look on Home">
          <CardHeading>How it will look on Home</CardHeading>
          <Muted>
            {site.statusNeedsSecondYes
              ? 'Updates that only close trails go live straight away. All others go live once another manager confirms them.'
              : 'Visible to everyone as soon as it’s sent'}
          </Muted>
          <NetworkStatuses
            networks={networks.map((network) => {
              const outcome = trails.outcome(network)
              const message = [outcome?.exceptions, values[messageName(network)]?.trim()].filter(Boolean).join(' ')
              return { ...network, shape: outcome?.status ?? null, word: outcome?.status ?? 'Unknown', message }
            })}
          />
        </Preview>
        {isSame && latest && (
          <Unchanged>
            <Muted>Nothing changed? Confirm the status so riders know it’s current.</Muted>
            <Button variant="text" onClick={() => void send(start).then((sent) => sent && void showPosted(sent))}>
              Confirm no change
            </Button>
          </Unchanged>
        )}
      </EditForm>
      {asked && (
        <UpdateConfirm
          networks={networks.map((network) => ({
            ...network,
            now: riderText(publicNow, network.id, now),
            next: trails.riderText(network, asked.values),
            problem: trails.messageProblem(network, asked.values),
          }))}
          isOnline={isOnline}
          waits={waitReason(asked.values)}
          confirmsAll={site.statusNeedsSecondYes !== true || waitReason(asked.values) !== null}
          post={postOf(asked.values, networks)}
          answer={asked.answer}
          onEdit={(id) => {
            asked.answer(null)
            editMessage({ id })
          }}
        />
      )}
    </Page>
  )
}

type Form = ReturnType<typeof useEditForm<UpdateValues>>['form']

function useEditMessage(form: Form, isFree: boolean) {
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (!wanted || !isFree) return
    form.setFocus(wanted)
    setWanted(null)
  }, [form, wanted, isFree])
  return (network: { id: string }) => setWanted(messageName(network))
}

/** Sending the form, or confirming to leave it, deletes the draft. */
function useSavedValues(form: Form, draft: OpenDraft, networks: readonly { id: string }[]): boolean {
  const [saved] = useState(() => draftOf(draft.saved, networks))
  const saveDraft = useEffectEvent((values: UpdateValues) => draft.change(values))
  const dropDraft = useEffectEvent(() => draft.drop().catch(() => {}))
  useEffect(() => {
    for (const [name, value] of Object.entries(saved ?? {})) form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => isDirty && saveDraft(values),
    })
    const person = signedInPerson()?.id
    return () => {
      stop()
      // If the session has ended, the draft stays, so that the person can log in again and continue.
      if (signedInPerson()?.id === person) void dropDraft()
    }
  }, [form, saved])
  return saved !== null
}
