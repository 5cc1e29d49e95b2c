import type { Position } from '@trailwarden/domain'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type SiteData, useSiteData } from '../trail/site-data.ts'
import { useOwnPosition } from './own-position.ts'

export type PlaceForm = UseFormReturn<{ area: string; trail: string | null; place: Position | null }>

/** Farther from the nearest trail, the form fills in only the area, because the person probably doesn't mean that trail. */
const ON_TRAIL_M = 100
const IN_AREA_M = 5000

function nearest({ index }: SiteData, { longitude, latitude }: Position) {
  const near = index.nearestTrail([longitude, latitude])
  if (!near?.trail.area || near.offTrailM > IN_AREA_M) return null
  return { area: near.trail.area, trail: near.offTrailM <= ON_TRAIL_M ? near.trail.name : null }
}

export type NamedTrail = { area: string; trail: string | null }

/** A person who came from a trail's page has `?area=St Helens&trail=Icarus` in the URL. */
export function trailOf(search: URLSearchParams, areas: readonly { name: string }[]): NamedTrail | null {
  const area = search.get('area')
  return area && areas.some(({ name }) => name === area) ? { area, trail: search.get('trail') } : null
}

/**
 * The form fills in the area and the trail until the person changes them. `on` is a trail chosen earlier, which takes precedence over the
 * location.
 */
export function usePlaceFilledIn(form: PlaceForm, atOnce: boolean, at: Position | null, on: NamedTrail | null, photoAt: number | null) {
  const [asked, setAsked] = useState(atOnce && !at && form.getValues('place') === null ? 1 : 0)
  const [chosen, setChosen] = useState(at)
  // A location that is detected when the form opens isn't an edit, but one that the person chooses is.
  const [isEdit, setIsEdit] = useState(false)
  const own = useOwnPosition(asked, photoAt)
  const place = asked > 0 ? own.place : chosen
  const site = useSiteData()
  const filledIn = useRef<NamedTrail>({ area: '', trail: null })
  useEffect(() => {
    // A restored draft already contains an area.
    if (!on || form.getValues('area')) return
    form.setValue('area', on.area, { shouldValidate: true })
    form.setValue('trail', on.trail)
  }, [form, on])
  useEffect(() => {
    if (place) form.setValue('place', place, { shouldDirty: isEdit })
  }, [form, place, isEdit])
  useEffect(() => {
    const found = place && site && atOnce ? nearest(site, place) : null
    const [area, trail] = form.getValues(['area', 'trail'])
    if (!found || (area ?? '') !== filledIn.current.area || trail !== filledIn.current.trail) return
    filledIn.current = found
    form.setValue('area', found.area, { shouldValidate: true })
    form.setValue('trail', found.trail)
  }, [form, place, site, atOnce])
  const choose = (moved: Position) => {
    setIsEdit(true)
    setChosen(moved)
    setAsked(0)
  }
  const { area, trail } = filledIn.current
  return {
    trouble: asked > 0 ? own.trouble : null,
    ageMs: asked > 0 ? own.ageMs : 0,
    choose,
    isFilledIn: area === form.getValues('area') && trail === form.getValues('trail'),
  }
}
