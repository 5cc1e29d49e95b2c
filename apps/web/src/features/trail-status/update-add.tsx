import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { TrailStatus } from '@trailwarden/domain'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { signedInPerson } from '#data/session.ts'
import { useDraft } from '#data/use-records.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { Notice } from '#ui/notice.tsx'
import { iconSendFill } from '#ui/screen-icons.ts'
import { DESKTOP } from '#ui/theme.ts'
import { NetworkStatuses } from './network-statuses.tsx'
import { isOnlyClosing } from './proposals.ts'
import { UnconfirmedNotice } from './unconfirmed-notice.tsx'
import { UpdateBlock } from './update-block.tsx'
import { UpdateConfirm } from './update-confirm.tsx'
import { useUpdateTrails } from './update-trail-state.tsx'
import {
  draftOf,
  isChanged,
  messageName,
  networksOf,
  postOf,
  statusName,
  type UpdateValues,
  updateSchema,
  valuesOf,
} from './update-values.ts'
import { latestOf, postUpdate, type SeenUpdate, statusSince, updatePath, useUpdates } from './updates.ts'

export const UPDATE_DRAFT = 'update new'

const Page = styled('div')({ padding: 16, '& form': { gap: 16 }, [DESKTOP]: { padding: 24, '& form': { gap: 24 } } })

const Blocks = styled('div')({
  display: 'grid',
  gap: 16,
  [DESKTOP]: {
    gridTemplateColumns: 'repeat(auto-fit, minmax(300px, 1fr))',
    // Trails need the width of the page.
    '& > :has(details[open])': { gridColumn: '1 / -1' },
  },
})

// On a phone the blocks themselves are the picture; beside three columns it is worth a look of its own.
const Preview = styled(Card)({
  display: 'none',
  [DESKTOP]: { display: 'grid', gridTemplateColumns: '1fr auto', alignItems: 'baseline', '& > p': { padding: '0 16px' } },
})

const Unchanged = styled('div')({ display: 'grid', justifyItems: 'start', gap: 4, '& a, & button': { marginLeft: -12 } })

/** How long a device that has just been opened may take to fetch the log before the form begins with what there is. */
const PATIENCE_MS = 3000

/** The update that the form begins with: the latest one, once this device knows all that home already shows. */
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

/** Posting trail status: begins with what is public now, so that an unchanged network costs nothing and a change is seen twice. */
export function UpdateAdd() {
  const updates = useUpdates()
  const draft = useDraft(UPDATE_DRAFT)
  const { start, setStart } = useStart(updates)
  if (!updates || !start || draft.saved === undefined) return null
  // What someone else posts meanwhile is shown; what is being written stays based on what its author saw.
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

/** `waits`: it was proposed, and is public once another manager has confirmed it. */
type Sent = { id: string; waits: boolean }

type Props = {
  latest: SeenUpdate | null
  updates: readonly SeenUpdate[]
  draft: ReturnType<typeof useDraft>
  newer: { by: string | null; show: () => void } | null
}

function UpdateForm({ latest, updates, draft, newer }: Props) {
  const { site } = usePageData()
  const { networks } = site
  const navigate = useNavigate()
  const device = useDevice()
  const isOnline = useHasSignal()
  const [start] = useState(() => valuesOf(latest, networks, new Date()))
  const [schema] = useState(() => updateSchema(networks, latest?.closures ?? []))
  const [asked, setAsked] = useState<{ values: UpdateValues; answer: (yes: boolean) => void } | null>(null)
  const ask = (values: UpdateValues) => new Promise<boolean>((answer) => setAsked({ values, answer })).finally(() => setAsked(null))
  const send = async (values: UpdateValues): Promise<Sent | null> => {
    if (!(await ask(values))) return null
    const waits = waitsForSecondYes(values)
    const post = { ...postOf(values, networks), basedOn: latest?.id ?? null }
    const id = await postUpdate(device, post, UPDATE_DRAFT, waits ? 'status-proposal' : 'trail-update')
    return id ? { id, waits } : null
  }
  // In the place of the form, which is done with: back leads to where it was opened from.
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
  const trails = useUpdateTrails(form, values)
  const waitsForSecondYes = (of: UpdateValues) =>
    site.statusNeedsSecondYes === true && !isOnlyClosing(postOf(of, networks), latest, networks, trails.known, new Date())
  const isSame = networks.every((network) => !isChanged(values, start, network, trails.known))
  const note = !isOnline && <Muted>No signal: nobody sees it until it is sent</Muted>
  const statusOf = (name: string) => TrailStatus.safeParse(values[name]).data ?? null
  return (
    <Page>
      <EditForm form={edit} send="Send" icon={iconSendFill} bar={{ note, cancel: () => void leave() }}>
        <UnconfirmedNotice latest={updates.find(({ isPublic }) => isPublic)} />
        {newer && (
          <Notice>
            {newer.by ?? 'Someone'} posted another update while this page was open.{' '}
            <Button variant="text" onClick={newer.show}>
              Begin with it
            </Button>
          </Notice>
        )}
        {isRestored && <Notice>This is what you had written and not sent.</Notice>}
        <Blocks>
          {networks.map((network) => {
            const before = latest?.networks[network.id]
            return (
              <UpdateBlock
                key={network.id}
                name={network.name}
                status={trails.statusField(network, edit.field(statusName(network)))}
                message={edit.field(messageName(network))}
                isChanged={isChanged(values, start, network, trails.known)}
                before={before ? { status: before.status, since: statusSince(updates, network.id) } : null}
                isOther={before?.status !== statusOf(statusName(network))}
                timeZone={site.timeZone}
                follows={trails.follows(network)}
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
              ? 'Visible to everyone once another manager has confirmed it, or at once if it only closes something'
              : 'Visible to everyone as soon as it is sent'}
          </Muted>
          <NetworkStatuses
            networks={networks.map((network) => {
              const shape = statusOf(statusName(network))
              return { ...network, shape, word: shape ?? 'Unknown', message: values[messageName(network)]?.trim() ?? '' }
            })}
          />
        </Preview>
        {isSame && latest && (
          <Unchanged>
            <Muted>Nothing has changed? Posting it again tells everyone that it is still so.</Muted>
            <Button variant="text" onClick={() => void send(start).then((sent) => sent && void showPosted(sent))}>
              Confirm it as it is
            </Button>
          </Unchanged>
        )}
      </EditForm>
      {asked && (
        <UpdateConfirm
          networks={networks}
          statuses={networksOf(asked.values, networks)}
          lines={(id) => trails.lines(id, asked.values)}
          isOnline={isOnline}
          waits={waitsForSecondYes(asked.values)}
          post={postOf(asked.values, networks)}
          answer={asked.answer}
        />
      )}
    </Page>
  )
}

type Form = ReturnType<typeof useEditForm<UpdateValues>>['form']

/** Restores the saved draft, saves what is typed, and deletes the draft when the form is left: sent, or abandoned after a question. */
function useSavedValues(form: Form, draft: ReturnType<typeof useDraft>, networks: readonly { id: string }[]): boolean {
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
      // After the end of a session the draft stays: the person may log in again and go on.
      if (signedInPerson()?.id === person) void dropDraft()
    }
  }, [form, saved])
  return saved !== null
}
