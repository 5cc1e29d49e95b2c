import { ADMINISTRATOR, isManager, type Person, SETTINGS_ID, type Settings } from '@trailwarden/domain'
import type { SyncState } from '@trailwarden/sync'
import * as z from 'zod/mini'
import { useDevice } from '#data/device/device-session.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
import { refusalText } from '#lib/messages/refusal.ts'
import { PersonField } from '#parts/person/person-picker.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { Age } from '#parts/status/age.tsx'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { Button } from '#ui/button.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { DESKTOP } from '#ui/theme/theme.ts'
import { saveReviewer } from './settings.ts'

const SystemStatus = part(() => import('./system-status.tsx').then((m) => m.SystemStatus))

const Page = styled('div')({ display: 'grid', gap: 16, maxWidth: 560, padding: 16, [DESKTOP]: { padding: 24 } })

export function SettingsScreen() {
  const me = useSignedIn()
  const view = useRecord('settings', SETTINGS_ID)
  if (view === undefined) return null
  const settings = view?.data ?? null
  return (
    <Page>
      {/* If someone else changes the reviewer, an unsaved choice is out of date, so the key remounts the form. */}
      {settings ? (
        <ReviewerForm key={settings.reviewerId} settings={settings} state={view?.state ?? 'sent'} />
      ) : (
        <Notice>Settings haven’t loaded on this device yet.</Notice>
      )}
      {view?.attention.map(({ answer, waiting }) => (
        <Refused key={waiting.command.id} id={waiting.command.id} code={answer.refusal?.code ?? ''} />
      ))}
      {me.role >= ADMINISTRATOR && <SystemStatus />}
    </Page>
  )
}

const Reviewer = z.object({ reviewerId: z.uuid('Choose a person') })

const canReview = (person: Person) => isManager(person) && !person.disabled

function ReviewerForm({ settings, state }: { settings: Settings; state: SyncState }) {
  const device = useDevice()
  const people = useRecords('people', { kind: 'person' })
  const edit = useEditForm({
    schema: Reviewer,
    values: { reviewerId: settings.reviewerId ?? '' },
    save: async ({ reviewerId }) => ((await saveReviewer(device, reviewerId)) ? { ok: true, values: { reviewerId } } : { ok: false }),
  })
  const chosen = edit.form.watch('reviewerId')
  const reviewer = people?.find(({ id }) => id === chosen)?.data
  // A blank field would hide that a new reviewer is needed, so the field shows a former manager who can't be chosen again.
  const gone = people ? `${settings.reviewerName} (no longer a manager)` : settings.reviewerName
  return (
    <PaddedCard>
      <CardHeading>Default hazard reviewer</CardHeading>
      <Muted>New unassigned Actions go to this person, who gets an email for each one.</Muted>
      <EditForm form={edit} send="Save">
        <PersonField
          label="Hazard reviewer"
          shown={reviewer && canReview(reviewer) ? `${reviewer.displayName}, ${reviewer.email}` : chosen ? gone : 'No one yet'}
          canBeChosen={canReview}
          chosen={[chosen]}
          error={edit.field('reviewerId').error}
          onPick={(value) => edit.form.setValue('reviewerId', value, { shouldDirty: true, shouldValidate: true })}
        />
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

/** The choice contains nothing worth keeping, so the card shows only the reason for the rejection. */
function Refused({ id, code }: { id: string; code: string }) {
  const device = useDevice()
  return (
    <Notice>
      Not changed: {refusalText(code, 'the server rejected it.')}{' '}
      <Button variant="text" onClick={() => void device?.discard(id)}>
        Dismiss
      </Button>
    </Notice>
  )
}
