/** The service worker stores the last response, so hazards are available offline after one visit. `asOf` is the time of that response. */
import { type PublicHazard, PublicHazards } from '@trailwarden/domain/hazard/public-hazard'
import type { PlaceOfInterest, SiteBundle } from '@trailwarden/site'
import { useEffect } from 'react'
import { createStore, useStore } from '#lib/store.ts'
import { WORDS_OF } from '../action/problem-categories.tsx'
import { applyOverlay } from '../trail/site-data.ts'

const ADDRESS = '/api/public/hazards'

const known = createStore<PublicHazards | null>(null)
let tag: string | null = null

async function ask(headers: Record<string, string>): Promise<void> {
  const reply = await fetch(ADDRESS, { headers, signal: AbortSignal.timeout(20_000) })
  if (!reply.ok) return
  const answer = PublicHazards.parse(await reply.json())
  if (Date.parse(answer.asOf) < Date.parse(known.get()?.asOf ?? answer.asOf)) return
  tag = reply.headers.get('etag')
  known.set(answer)
}

/**
 * The stored copy is loaded first. The service worker doesn't use its copy for requests with an etag, so the second request reaches the
 * server.
 */
async function refresh(): Promise<void> {
  if (document.visibilityState !== 'visible') return
  try {
    if (tag === null) await ask({})
    if (tag !== null) await ask({ 'if-none-match': tag })
  } catch {
    // Without signal, or with a response from another version, the known hazards and their age stay on the screen.
  }
}

const RETURNS = ['visibilitychange', 'online'] as const

/** The result is null until the hazards are known. */
export function usePublicHazards(isWanted: boolean): PublicHazards | null {
  useEffect(() => {
    if (!isWanted) return
    void refresh()
    for (const name of RETURNS) addEventListener(name, refresh)
    return () => {
      for (const name of RETURNS) removeEventListener(name, refresh)
    }
  }, [isWanted])
  // Pages rendered by the server don't contain public hazards.
  const hazards = useStore(known, () => null)
  return isWanted ? hazards : null
}

/** The title never contains the reporter's text. */
export const hazardTitle = ({ category }: Pick<PublicHazard, 'category'>): string =>
  (category && WORDS_OF[category]) || 'Problem on the trail'

const placeOf = (hazard: PublicHazard): PlaceOfInterest[] =>
  hazard.place
    ? [
        {
          id: hazard.id,
          category: 'Hazard',
          name: hazardTitle(hazard),
          activity: hazard.trail ?? hazard.area,
          position: [hazard.place.longitude, hazard.place.latitude],
          accuracyM: hazard.place.accuracyM,
          notes: 'The trail team knows about it.',
          createdAt: hazard.since,
          createdBy: 'Trail team',
        },
      ]
    : []

/** Public and surveyed hazards share one layer, one list and one popup. */
export function useHazardsOnMap(isVisitor: boolean): void {
  const hazards = usePublicHazards(isVisitor)?.hazards
  useEffect(() => {
    if (!hazards?.length) return
    applyOverlay((bundle: SiteBundle) => ({ ...bundle, hazards: [...bundle.hazards, ...hazards.flatMap(placeOf)] }))
    return () => applyOverlay((bundle) => bundle)
  }, [hazards])
}
