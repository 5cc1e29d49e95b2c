import Button from '@mui/material/Button'
import { type ActionCategory, distanceText, type Position } from '@trailwarden/domain'
import { hazardsHere, type PublicHazard } from '@trailwarden/domain/hazard/public-hazard'
import { useState } from 'react'
import { AgeText } from '#parts/age-text.tsx'
import { AlreadyReported } from '#parts/already-reported.tsx'
import { MarkerSymbol } from '#parts/marker-symbol.tsx'
import { hazardTitle, usePublicHazards } from '#parts/public-hazards.ts'
import { symbolOfPlace } from '#parts/site-layers.ts'

/** Nearer than this, a distance says more than a phone knows. */
const HERE_M = 10

type Props = {
  place: Position | null
  category: ActionCategory | null
  onSeen: (hazard: PublicHazard, form: HTMLFormElement | null) => void
}

/** RP13: a public hazard here, which one tap confirms instead of a report of one's own. Works without signal from the stored list. */
export function SeenToo({ place, category, onSeen }: Props) {
  const known = usePublicHazards(true)
  const [notSame, setNotSame] = useState<ReadonlySet<string>>(new Set())
  const [near] = hazardsHere(known?.hazards.filter(({ id }) => !notSame.has(id)) ?? [], place, category)
  if (!near) return null
  const { hazard, metres } = near
  return (
    <AlreadyReported
      heading={
        <span>
          <AgeText lead="Someone reported this" at={hazard.since} />.
        </span>
      }
      mark={<MarkerSymbol name={symbolOfPlace({ category: 'Hazard' })} size={34} />}
      title={hazardTitle(hazard)}
      detail={[metres < HERE_M ? 'Right here' : `${distanceText(metres)} away`, hazard.trail].filter(Boolean).join(' · ')}
    >
      <Button variant="contained" onClick={({ currentTarget }) => onSeen(hazard, currentTarget.form)}>
        I see it too
      </Button>
      <Button variant="outlined" onClick={() => setNotSame(new Set([...notSame, hazard.id]))}>
        Not the same
      </Button>
    </AlreadyReported>
  )
}
