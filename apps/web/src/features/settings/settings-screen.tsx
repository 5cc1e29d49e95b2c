import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ADMINISTRATOR, isManager, type Person, SETTINGS_ID, type Settings } from '@trailwarden/domain'
import type { SyncState } from '@trailwarden/sync'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { useDevice } from '#data/device-session.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
import { refusalText } from '#lib/messages/refusal.ts'
import { Age } from '#parts/age.tsx'
import { useSignedIn } from '#parts/signed-in.ts'
import { SyncStateLine } from '#parts/sync-state.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { SelectField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { part } from '#ui/part.tsx'
import { DESKTOP } from '#ui/theme.ts'
import { saveReviewer } from './settings.ts'
import { SettingsFrame } from './settings-frame.tsx'

const SystemStatus = part(() => import('./system-status.tsx').then((m) => m.SystemStatus))

const Page = styled('div')({ display: 'grid', gap: 16, maxWidth: 560, padding: 16, [DESKTOP]: { padding: 24 } })

/** Settings that managers change while the network runs; the rest of a network stands in its files. */
export function SettingsScreen() {
  const me = useSignedIn()
  const view = useRecord('settings', SETTINGS_ID)
  const people = useRecords('people', { kind: 'person' })
  if (view === undefined || people === undefined) return null
  // Safe: documents of these kinds come from our server.
  const settings = (view?.data ?? null) as Settings | null
  const managers = people.map(({ data }) => data as Person).filter((person) => isManager(person) && !person.disabled)
  return (
    <SettingsFrame>
      <Page>
        {/* Starts again with every reviewer who comes from elsewhere; what was chosen here and not saved would be a choice upon another. */}
        {settings ? (
          <ReviewerForm key={settings.reviewerId} settings={settings} managers={managers} state={view?.state ?? 'sent'} />
        ) : (
          <Notice>The settings have not reached this device yet.</Notice>
        )}
        {view?.attention.map(({ answer, waiting }) => (
          <Refused key={waiting.command.id} id={waiting.command.id} code={answer.refusal?.code ?? ''} />
        ))}
        {me.role >= ADMINISTRATOR && <SystemStatus />}
      </Page>
    </SettingsFrame>
  )
}

const Reviewer = z.object({ reviewerId: z.uuid('Choose a person') })

function ReviewerForm({ settings, managers, state }: { settings: Settings; managers: readonly Person[]; state: SyncState }) {
  const device = useDevice()
  const edit = useEditForm({
    schema: Reviewer,
    values: { reviewerId: settings.reviewerId ?? '' },
    save: async ({ reviewerId }) => ((await saveReviewer(device, reviewerId)) ? { ok: true, values: { reviewerId } } : { ok: false }),
  })
  const options = useMemo(() => {
    const offered = managers.map(({ id, displayName, email }) => ({ value: id, title: `${displayName}, ${email}` }))
    offered.sort((a, b) => a.title.localeCompare(b.title))
    const isOffered = settings.reviewerId === null || offered.some(({ value }) => value === settings.reviewerId)
    // Shown as it is, though they can no longer be chosen: a blank field would hide that someone has to be.
    const gone = isOffered ? [] : [{ value: settings.reviewerId ?? '', title: `${settings.reviewerName} (no longer a manager)` }]
    return [...(settings.reviewerId === null ? [{ value: '', title: 'Nobody yet' }] : []), ...gone, ...offered]
  }, [managers, settings])
  return (
    <PaddedCard>
      <CardHeading>Default hazard reviewer</CardHeading>
      <Muted>New actions that nobody is assigned to go to this person, who gets an email about each.</Muted>
      <EditForm form={edit} send="Save">
        <SelectField {...edit.field('reviewerId')} label="Hazard reviewer" options={options} />
      </EditForm>
      {settings.updatedAt && (
        <Muted>
          <Age at={settings.updatedAt} lead="Changed" /> by {settings.updatedByName}
        </Muted>
      )}
      {state === 'local' && <SyncStateLine state={state} long />}
    </PaddedCard>
  )
}

/** A choice that the server did not take has nothing in it to keep but itself: reading the reason is enough. */
function Refused({ id, code }: { id: string; code: string }) {
  const device = useDevice()
  return (
    <Notice>
      Not changed: {refusalText(code, 'the server did not take it.')}{' '}
      <Button variant="text" onClick={() => void device?.discard(id)}>
        Dismiss
      </Button>
    </Notice>
  )
}
