/** Times are in the network's time zone. */
import { createPatch } from '@trailwarden/domain'
import { type WorkDay, type WorkDayPatch, workDayKind } from '@trailwarden/domain/work-day/work-day-kind'
import * as z from 'zod/mini'
import { fromWallText, toWallText } from '#lib/dates.ts'

const { title, meetAt, leader, crew, guests, bring, jobs } = workDayKind.values.shape
const Values = z.object({
  title,
  starts: z.string().check(z.minLength(1, 'Required')),
  back: z.string(),
  meetAt,
  leader,
  crew,
  guests,
  bring,
  jobs: jobs.check(z.minLength(1, 'Choose at least one')),
})
export type WorkDayValues = z.infer<typeof Values>

/** A draft may contain half-typed text, or come from an older version of the app with another format. */
const typed = z.string()
const Draft = z.object({ title: typed, starts: typed, back: typed, meetAt: typed, leader: typed, crew, guests: typed, bring: typed, jobs })
export const draftOf = (saved: unknown): WorkDayValues | null => Draft.safeParse(saved).data ?? null

export const schemaOf = Values.check((context) => {
  const { starts, back } = context.value
  if (back && back <= starts.slice(11))
    context.issues.push({ code: 'custom', path: ['back'], message: 'Must be later than the start time', input: context.value })
})

/** Most work days are on Saturday, so a new one starts next Saturday at 8:30. */
export function valuesOf(day: WorkDay | null, timeZone: string, now: Date): WorkDayValues {
  const { title, meetAt, leader, crew, guests, bring, jobs, backBy } = day ?? workDayKind.blank
  const rest = { title, meetAt, leader, crew, guests, bring, jobs, back: backBy ? toWallText(new Date(backBy), timeZone).slice(11) : '' }
  if (day) return { ...rest, starts: toWallText(new Date(day.startsAt), timeZone) }
  const today = new Date(`${toWallText(now, timeZone).slice(0, 10)}T00:00:00Z`)
  today.setUTCDate(today.getUTCDate() + ((6 - today.getUTCDay() + 7) % 7 || 7))
  return { ...rest, starts: `${today.toISOString().slice(0, 10)}T08:30` }
}

/** A work day ends on the day it starts. */
export function patchOf(day: WorkDay | null, { starts, back, ...values }: WorkDayValues, timeZone: string): WorkDayPatch {
  const at = (wall: string) => fromWallText(wall, timeZone).toISOString()
  const before = day ? valuesOf(day, timeZone, new Date()) : null
  const startsAt = day && before?.starts === starts ? day.startsAt : at(starts)
  const isSameBack = before?.starts === starts && before.back === back
  const backBy = day && isSameBack ? day.backBy : back ? at(`${starts.slice(0, 10)}T${back}`) : null
  return createPatch(workDayKind, day ?? workDayKind.blank, { ...values, startsAt, backBy })
}
