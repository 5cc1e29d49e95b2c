import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { distanceM, type Position } from '@trailwarden/domain'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { formatDate } from '#lib/dates.ts'
import { RatingTile } from '#parts/rating-tile.tsx'
import { iconContentCopy } from '#parts/record-icons.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { Icon } from '#ui/icon.tsx'
import { colour } from '#ui/theme.ts'
import { type SeenAction, useActions } from './actions.ts'

const Box = styled('section')({
  display: 'grid',
  gap: 10,
  padding: 14,
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  '& h2': { display: 'flex', gap: 10, fontSize: 16, lineHeight: '24px', fontWeight: 600 },
  '& > p': { display: 'flex', gap: 12, padding: '8px 12px', borderRadius: 8, background: colour('surface'), color: colour('text') },
  '& b, & small': { display: 'block' },
  '& small': { fontSize: 14, color: colour('text2') },
  '& > div': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 },
  '& > div > *': { padding: '0 8px' },
})

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
  const { site } = usePageData()
  const outstanding = useActions('outstanding', useSignedIn())
  const [notSame, setNotSame] = useState<ReadonlySet<string>>(new Set())
  const near = nearestOf(outstanding?.filter(({ id }) => !notSame.has(id)) ?? [], place)
  if (!near) return null
  const { id, number, description, rating, createdAt, createdByName } = near.action
  return (
    <Box aria-label="Already recorded?">
      <h2>
        <Icon path={iconContentCopy} />
        Already recorded? {Math.round(near.metres)} m from here
      </h2>
      <p>
        <RatingTile rating={rating} size={30} />
        <span>
          <b>
            {number} {description}
          </b>
          <small>
            {rating} · {formatDate(new Date(createdAt), site.timeZone)} · {createdByName}
          </small>
        </span>
      </p>
      <div>
        <Button variant="outlined" component={Link} to={`/actions/view/${id}#notes`}>
          Same: add a note
        </Button>
        <Button variant="outlined" onClick={() => setNotSame(new Set([...notSame, id]))}>
          Not the same
        </Button>
      </div>
    </Box>
  )
}
