import { type Action, isSameValue } from '@trailwarden/domain'
import { CREW_MAX, JOBS_MAX, type WorkDay, type WorkDayJob } from '@trailwarden/domain/work-day/work-day-kind'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import type { OpenDraft } from '#data/drafts/use-draft.ts'
import { usePageData } from '#data/page-data.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { DraftNotice, useFormDraft } from '#parts/form/form-draft.tsx'
import { FormPage, Remark } from '#parts/form/form-frame.tsx'
import { PersonField } from '#parts/person/person-picker.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextAreaField, TextField } from '#ui/form/field.tsx'
import { styled } from '#ui/styled.ts'
import { DESKTOP, WIDE } from '#ui/theme/theme.ts'
import { JobChooser } from './job-chooser.tsx'
import { JobOrderList } from './job-order-list.tsx'
import { draftOf, patchOf, schemaOf, valuesOf, type WorkDayValues } from './work-day-values.ts'
import { minutesText, saveWorkDay, useNames, useOpenActions, workMinutes } from './work-days.ts'

const Columns = styled('div')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '& input': { minWidth: 0 },
  [DESKTOP]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 24 },
  [WIDE]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.2fr) minmax(0, 1fr)' },
})

/** Travel between the jobs isn't included. Null means that the work fits. */
function overBy({ starts, back, jobs }: WorkDayValues): number | null {
  const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  const over = back && starts ? workMinutes(jobs) - (minuteOf(back) - minuteOf(starts.slice(11))) : 0
  return over > 0 ? over : null
}

/** Another list passes its Actions in the URL: /work-days/add?actions=… */
function jobsFrom(query: URLSearchParams, actions: readonly Action[]): WorkDayJob[] {
  const wanted = new Set(query.get('actions')?.split(','))
  return actions
    .filter(({ id }) => wanted.has(id))
    .slice(0, JOBS_MAX)
    .map(({ id, description }) => ({ actionId: id, what: description, minutes: null, tools: '' }))
}

type Props = { day: WorkDay | null; id: string; draft: OpenDraft; draftKey: string }

export function WorkDayForm(props: Props) {
  const actions = useOpenActions()
  return actions ? <Planner {...props} actions={actions} /> : null
}

function Planner({ day, id, draft, draftKey, actions }: Props & { actions: readonly Action[] }) {
  const { timeZone } = usePageData().site
  const device = useDevice()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [start] = useState(() => valuesOf(day, timeZone, new Date()))
  const [given] = useState(() => (day ? [] : jobsFrom(query, actions)))
  const names = useNames()
  const edit = useEditForm<WorkDayValues>({
    schema: schemaOf,
    values: start,
    async save(values) {
      const saved = await saveWorkDay(device, day ? 'edit' : 'add', id, patchOf(day, values, timeZone), { draft: draftKey })
      return saved ? { ok: true, next: () => navigate(`/work-days/view/${id}`, { replace: true }) } : { ok: false }
    },
  })
  const { form } = edit
  const [isRestored, forget] = useFormDraft(form, draft, {
    saved: draftOf(draft.saved) ?? (given.length > 0 ? { ...start, jobs: given } : null),
    keep: (values) => (isSameValue(values, start) ? null : values),
    startAgain: () => start,
  })
  const values = form.watch()
  const setJobs = (jobs: WorkDayJob[]) => form.setValue('jobs', jobs, { shouldDirty: true, shouldValidate: true })
  const toggle = (personId: string) =>
    form.setValue('crew', values.crew.includes(personId) ? values.crew.filter((one) => one !== personId) : [...values.crew, personId], {
      shouldDirty: true,
      shouldValidate: true,
    })
  const over = overBy(values)
  const cancel = () => void (hasPageBefore() ? navigate(-1) : navigate('/management/work-days', { replace: true }))
  const note =
    values.jobs.length === 0 ? 'Choose at least one Action' : `${values.jobs.length} jobs, work ${minutesText(workMinutes(values.jobs))}`
  return (
    <FormPage>
      <EditForm form={edit} send="Save" bar={{ note: <Muted>{note.replace(/^1 jobs/, '1 job')}</Muted>, cancel }}>
        {isRestored && given.length === 0 && <DraftNotice onForget={forget} />}
        <Columns>
          <PaddedCard as="div">
            <TextField {...edit.field('title')} label="Title" help="For example, “Bay of Fires”" autoComplete="off" maxLength={80} />
            <TextField {...edit.field('starts')} label="Starts" type="datetime-local" />
            <TextField {...edit.field('back')} label="Back by" type="time" optional />
            <TextField {...edit.field('meetAt')} label="Meet at" optional autoComplete="off" maxLength={200} />
            <TextField
              {...edit.field('leader')}
              label="Leader"
              help="Name and phone number, for the printed sheet"
              optional
              autoComplete="off"
              maxLength={200}
            />
          </PaddedCard>
          <PaddedCard aria-label="Jobs">
            <CardHeading>Job order</CardHeading>
            {over && (
              <Remark role="status">
                The jobs take {minutesText(over)} longer than the time available, not counting travel between them. Remove a job or set a
                later return time.
              </Remark>
            )}
            {values.jobs.length === 0 ? <Muted>Tick Actions to add them.</Muted> : <JobOrderList jobs={values.jobs} onChange={setJobs} />}
          </PaddedCard>
          <PaddedCard aria-label="Choose Actions">
            <CardHeading>Choose Actions</CardHeading>
            <JobChooser actions={actions} jobs={values.jobs} onChange={setJobs} />
          </PaddedCard>
          <PaddedCard aria-label="People">
            <CardHeading>People</CardHeading>
            <Muted>Everyone you choose will see the work day on their phone, even offline.</Muted>
            <PersonField
              label="People with an account"
              optional
              shown={values.crew.map((personId) => names.get(personId) ?? 'Former user').join(', ') || 'No one yet'}
              chosen={values.crew}
              most={CREW_MAX}
              onPick={toggle}
            />
            <TextAreaField
              {...edit.field('guests')}
              label="Others"
              help="People without an account, one per line"
              optional
              rows={3}
              maxLength={1000}
            />
          </PaddedCard>
          <PaddedCard as="div">
            <TextAreaField
              {...edit.field('bring')}
              label="Bring"
              help="Anything besides the tools for each job, such as a first-aid kit, radio or signs"
              optional
              rows={3}
              maxLength={1000}
            />
          </PaddedCard>
        </Columns>
      </EditForm>
    </FormPage>
  )
}
