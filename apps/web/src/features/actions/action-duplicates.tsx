import Button from '@mui/material/Button'
import { distanceM, distanceText, type Position } from '@trailwarden/domain'
import { useState } from 'react'
import { Link } from 'react-router'
import { Age } from '#parts/age.tsx'
import { AlreadyReported } from '#parts/already-reported.tsx'
import { RatingTile } from '#parts/rating-tile.tsx'
import { useSignedIn } from '#parts/signed-in.ts'
import { type SeenAction, useActions } from './actions.ts'

/** Nearer than this, a distance says more than a phone knows. */
const HERE_M = 10
/** The same fallen tree is seen from within this distance. */
const NEAR_M = 50

function nearestOf(actions: readonly SeenAction[], { longitude, latitude }: Position) {
  const near = actions.flatMap((action) => {
    if (!action.place) return []
    const metres = distanceM([longitude, latitude], [action.place.longitude, action.place.latitude])
    return metres <= NEAR_M ? [{ action, metres }] : []
  })
  return near.sort((a, b) => a.metres - b.metres)[0]
}

/** Asks whether it is there already. Never stands in the way of saving, and works without signal. */
export function ActionDuplicates({ place }: { place: Position }) {
  const outstanding = useActions('outstanding', useSignedIn())
  const [notSame, setNotSame] = useState<ReadonlySet<string>>(new Set())
  const near = nearestOf(outstanding?.filter(({ id }) => !notSame.has(id)) ?? [], place)
  if (!near) return null
  const { id, number, description, rating, createdAt, createdByName } = near.action
  return (
    <AlreadyReported
      heading="Already reported?"
      mark={<RatingTile rating={rating} size={30} />}
      title={`${number} ${description}`}
      detail={
        <>
          {near.metres < HERE_M ? 'Right here' : `${distanceText(near.metres)} away`} · <Age at={createdAt} /> · {createdByName}
        </>
      }
    >
      <Button variant="contained" component={Link} to={`/actions/view/${id}#notes`}>
        Same: add a note
      </Button>
      <Button variant="outlined" onClick={() => setNotSame(new Set([...notSame, id]))}>
        Not the same
      </Button>
    </AlreadyReported>
  )
}
