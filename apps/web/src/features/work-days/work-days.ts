import { type Action, actionKind, isManager, type Person, photosOf } from '@trailwarden/domain'
import type { JobPlace } from '@trailwarden/domain/work-day/job-order'
import {
  type JobOutcome,
  resultOf,
  type WorkDay,
  type WorkDayJob,
  type WorkDayPatch,
  workDayKind,
} from '@trailwarden/domain/work-day/work-day-kind'
import { useMemo } from 'react'
import type { Device, Photos } from '#data/device/device.ts'
import type { Seen } from '#data/device/kinds.ts'
import { useRecords, useSeenRecord, useSeenRecords, useViews } from '#data/use-records.ts'
import { type SavedWith, saveRecord } from '#parts/form/save-record.ts'
import type { SiteData } from '#parts/trail/site-data.ts'

export type SeenWorkDay = Seen<WorkDay>

const actionIn = ({ data }: { data: Action }): Action => ({ ...data, photos: photosOf(data) })

export const useWorkDays = (): SeenWorkDay[] | undefined => useSeenRecords('work days', { kind: 'work-day' })

/** A user who doesn't take part in the work day also gets null. */
export const useWorkDay = (id: string): SeenWorkDay | null | undefined => useSeenRecord('work-day', id)

export function useOpenActions(): Action[] | undefined {
  const views = useRecords('actions to work on', {
    kind: 'action',
    index: { name: 'status', equals: 'Unresolved' },
    where: ({ status }) => status === 'Unresolved',
  })
  return useMemo(() => views?.map(actionIn), [views])
}

/** Members don't receive resolved Actions, so a job's Action may be null. */
export type SeenJob = WorkDayJob & { action: Action | null }

export function useJobs(jobs: readonly WorkDayJob[]): SeenJob[] | undefined {
  const views = useViews(
    'action',
    jobs.map(({ actionId }) => actionId),
  )
  return useMemo(
    () =>
      views &&
      jobs.map((job) => {
        const view = views.get(job.actionId)
        return { ...job, action: view ? actionIn(view) : null }
      }),
    [views, jobs],
  )
}

/** Only managers have the list of people. Others see only the number of people. */
export function useNames(): ReadonlyMap<string, string> {
  const people = useRecords('people', { kind: 'person' })
  return useMemo(() => new Map((people ?? []).map(({ data }) => [data.id, data.displayName])), [people])
}

/** Beyond this distance from a trail, an Action isn't reached along the trail. */
const BESIDE_TRAIL_M = 200

export function placeOfAction(action: Action | null, site: SiteData | null): JobPlace {
  if (!action?.place) return null
  const position = [action.place.longitude, action.place.latitude] as const
  const near = site?.index.nearestTrail(position)
  return { position, onTrail: near && near.offTrailM <= BESIDE_TRAIL_M ? { trail: near.trail.name, alongM: near.alongM } : null }
}

export type JobState = 'open' | 'done' | 'needs review' | 'not today' | 'resolved'

/** If a job's Action was resolved elsewhere, the job counts as done and is struck through instead of removed. */
export function stateOfJob(day: Pick<WorkDay, 'results'>, { actionId, action }: SeenJob): JobState {
  const result = resultOf(day, actionId)
  if (result?.outcome === 'Done') return action?.status === 'Unresolved' ? 'needs review' : 'done'
  if (!action || action.status === 'Resolved') return 'resolved'
  return result ? 'not today' : 'open'
}

export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours && `${hours} h`, (rest || !hours) && `${rest} min`].filter(Boolean).join(' ')
}

export const workMinutes = (jobs: readonly WorkDayJob[]) => jobs.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0)

/** The form creates `id`, so saving twice after a lost response still creates only one work day. */
export const saveWorkDay = (device: Device | null, verb: 'add' | 'edit', id: string, patch: WorkDayPatch, more?: SavedWith) =>
  saveRecord(device, workDayKind, verb, id, patch, { message: 'Work day saved', ...more })

export const deleteWorkDay = (device: Device | null, id: string) =>
  saveRecord(device, workDayKind, 'delete', id, { deleted: true }, { message: 'Work day deleted' })

type Reported = { outcome: JobOutcome; note: string; photos: Photos }

/**
 * WD4: a manager's Done resolves the Action with the note. A member's Done adds the note and photos for a manager to review. The Action is
 * saved first, so that a crash in between loses only the tick.
 */
export async function reportJob(device: Device | null, me: Pick<Person, 'role'>, day: WorkDay, job: SeenJob, reported: Reported) {
  const { outcome, note, photos } = reported
  const addPhotos = Object.keys(photos).map((id) => ({ id, note: '', after: outcome === 'Done' }))
  const patch = {
    ...(outcome === 'Done' && isManager(me) ? { status: 'Resolved' as const, fix: note || `Done on the work day “${day.title}”` } : {}),
    ...(note && !(outcome === 'Done' && isManager(me)) && { addNote: { id: crypto.randomUUID(), text: note } }),
    ...(addPhotos.length > 0 && { addPhotos }),
  }
  const message = outcome === 'Done' ? 'Job done' : 'Job left for another day'
  if (job.action?.status === 'Unresolved' && Object.keys(patch).length > 0)
    if (!(await saveRecord(device, actionKind, 'edit', job.actionId, patch, { photos, message }))) return false
  return saveRecord(device, workDayKind, 'edit', day.id, { result: { actionId: job.actionId, outcome, note } }, { message })
}

export const confirmJob = (device: Device | null, day: WorkDay, job: SeenJob) =>
  saveRecord(
    device,
    actionKind,
    'edit',
    job.actionId,
    { status: 'Resolved', fix: resultOf(day, job.actionId)?.note || `Done on the work day “${day.title}”` },
    { message: 'Action resolved' },
  )
