import type { Rating } from '@trailwarden/domain'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'

/** The shapes exclude circles, squares and diamonds, because riders read those shapes as trail grades. */
const SHAPES: Record<Rating, string> = {
  Unrated: 'M9 9.4A3.1 3.1 0 0 1 12 7.2C13.8 7.2 15.1 8.4 15.1 10C15.1 12.1 12.1 12.1 12.1 14.2M12.1 17.3v.01',
  Low: 'M6.8 9.6L12 14.8L17.2 9.6',
  Medium: 'M6.8 9.6H17.2M6.8 14.8H17.2',
  High: 'M6.8 14.6L12 9.4L17.2 14.6',
  Extreme: 'M7 11.6L12 6.7L17 11.6M7 17.4L12 12.5L17 17.4',
}

export const ratingFill = (rating: Rating) => colour(`rating${rating}`)

const Tile = styled('svg')<{ rating: Rating; height: number }>(({ rating, height }) => ({
  width: height,
  height,
  flex: 'none',
  display: 'block',
  '& rect': { fill: ratingFill(rating) },
  '& path': {
    fill: 'none',
    stroke: colour(`onRating${rating}`),
    strokeWidth: 2.7,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
}))

export function RatingTile({ rating, size = 22 }: { rating: Rating; size?: number }) {
  return (
    <Tile viewBox="0 0 24 24" aria-hidden="true" rating={rating} height={size}>
      <rect width="24" height="24" rx="6" />
      <path d={SHAPES[rating]} />
    </Tile>
  )
}

export const RatingText = styled('b')<{ rating: Rating }>(({ rating }) => ({ fontWeight: 700, color: colour(`rating${rating}Text`) }))

const Line = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 8, whiteSpace: 'nowrap' })

/** Shape, colour and text each identify the rating without the other two. */
export const RatingLine = ({ rating, size }: { rating: Rating; size?: number }) => (
  <Line>
    <RatingTile rating={rating} {...(size !== undefined && { size })} />
    <RatingText rating={rating}>{rating}</RatingText>
  </Line>
)
