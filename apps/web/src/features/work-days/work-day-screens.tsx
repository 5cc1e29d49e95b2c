import { isManager } from '@trailwarden/domain'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { useDraft } from '#data/drafts/use-draft.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { RecordMissing } from '#parts/record/record-missing.tsx'
import { RecordScreens } from '#parts/record/record-screens.tsx'
import { WorkDayForm } from './work-day-form.tsx'
import { WorkDayView } from './work-day-view.tsx'
import { type SeenWorkDay, useWorkDay } from './work-days.ts'

const NEW_DRAFT = 'work-day new'
const NOT_ALLOWED = <Navigate to="/access-denied?role=2" replace />

function WorkDayAdd() {
  const [id] = useState(() => crypto.randomUUID())
  const draft = useDraft(NEW_DRAFT)
  if (!isManager(useSignedIn())) return NOT_ALLOWED
  return draft.saved === undefined ? null : <WorkDayForm day={null} id={id} draft={draft} draftKey={NEW_DRAFT} />
}

function Editing({ day }: { day: SeenWorkDay }) {
  const draftKey = `work-day ${day.id}`
  const draft = useDraft(draftKey)
  return draft.saved === undefined ? null : <WorkDayForm day={day} id={day.id} draft={draft} draftKey={draftKey} />
}

function WorkDayEdit() {
  const { id = '' } = useParams()
  const day = useWorkDay(id)
  if (!isManager(useSignedIn())) return NOT_ALLOWED
  if (day === undefined) return null
  return day === null ? <RecordMissing /> : <Editing key={id} day={day} />
}

const ADD = { title: 'Plan a work day', Screen: WorkDayAdd }
const EDIT = { title: 'Edit work day', Screen: WorkDayEdit }

export const WorkDayScreen = () => <RecordScreens add={ADD} edit={EDIT} View={WorkDayView} />
