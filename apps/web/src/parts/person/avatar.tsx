import { styled } from '#ui/styled.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'

const Circle = styled('span')({
  flex: 'none',
  display: 'inline-grid',
  placeItems: 'center',
  width: 40,
  height: 40,
  borderRadius: '50%',
  overflow: 'hidden',
  font: font('700 15px/1'),
  background: colour('primaryContainer'),
  color: colour('onPrimaryContainer'),
  '&[data-size="32"]': { width: 32, height: 32, fontSize: rem(12) },
  '&[data-size="28"]': { width: 28, height: 28, fontSize: rem(11) },
  // The initials stay visible under the photo until it has loaded, and offline.
  '& > *': { gridArea: '1 / 1' },
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
})

function initialsOf(name: string): string {
  const initials = name.split(/\s+/).flatMap((word) => [...word][0]?.toUpperCase() ?? [])
  return initials.filter((_, i) => i === 0 || i === initials.length - 1).join('')
}

type Props = { name: string; picture?: string | null | undefined; size?: 28 | 32 | 40 }

/** The name is next to the photo, so screen readers skip the photo. */
export function Avatar({ name, picture, size = 40 }: Props) {
  return (
    <Circle aria-hidden="true" data-size={size}>
      <span>{initialsOf(name)}</span>
      {picture && <img src={`/api/photos/${picture}?size=small`} alt="" loading="lazy" />}
    </Circle>
  )
}
