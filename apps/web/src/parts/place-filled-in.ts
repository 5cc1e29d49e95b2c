import type { Position } from '@trailwarden/domain'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useOwnPosition } from './own-position.ts'
import { type SiteData, useSiteData } from './site-data.ts'

/** The part of a form that says where something is. */
export type PlaceForm = UseFormReturn<{ area: string; trail: string | null; place: Position | null }>

/** Farther off than this, the nearest trail is not the one that is meant; its area still is, as far as a network reaches. */
const ON_TRAIL_M = 100
const IN_AREA_M = 5000

function nearest({ index }: SiteData, { longitude, latitude }: Position) {
  const near = index.nearestTrail([longitude, latitude])
  if (!near?.trail.area || near.offTrailM > IN_AREA_M) return null
  return { area: near.trail.area, trail: near.offTrailM <= ON_TRAIL_M ? near.trail.name : null }
}

export type NamedTrail = { area: string; trail: string | null }

/** `?area=St Helens&trail=Icarus`: where the person was reading when they came here. */
export function trailOf(search: URLSearchParams, areas: readonly { name: string }[]): NamedTrail | null {
  const area = search.get('area')
  return area && areas.some(({ name }) => name === area) ? { area, trail: search.get('trail') } : null
}

/**
 * Follows the device's position, or takes the one chosen on the map, there or here, and with it area and trail, until the person chooses
 * other ones. `on` is a trail that was chosen before: the position does not change it.
 */
export function usePlaceFilledIn(form: PlaceForm, atOnce: boolean, at: Position | null, on: NamedTrail | null) {
  const [asked, setAsked] = useState(atOnce && !at && form.getValues('place') === null ? 1 : 0)
  const [chosen, setChosen] = useState(at)
  // Taken at once, a position is no edit of the person's; asked for or moved, it is.
  const [isEdit, setIsEdit] = useState(!atOnce)
  const own = useOwnPosition(asked)
  const place = asked > 0 ? own.place : chosen
  const site = useSiteData()
  const filledIn = useRef<NamedTrail>({ area: '', trail: null })
  useEffect(() => {
    // A draft that came back names its own.
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
  const askAgain = useCallback(() => {
    setIsEdit(true)
    setAsked((times) => times + 1)
  }, [])
  /** The device is left alone from now on: what a person has put somewhere stays there. */
  const choose = useCallback((moved: Position) => {
    setIsEdit(true)
    setChosen(moved)
    setAsked(0)
  }, [])
  const { area, trail } = filledIn.current
  return {
    trouble: asked > 0 ? own.trouble : null,
    askAgain,
    choose,
    isFilledIn: area === form.getValues('area') && trail === form.getValues('trail'),
  }
}
