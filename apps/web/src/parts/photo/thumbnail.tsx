import type { Photo } from '@trailwarden/domain'
import { useState } from 'react'
import { useOwnPhoto } from '#data/use-records.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { iconImage } from '../record/record-icons.ts'
import { useObjectUrl } from './photo-input.tsx'
import { smallPhoto } from './photo-url.ts'

const Tile = styled('span')({
  flex: 'none',
  display: 'inline-grid',
  placeContent: 'center',
  width: 56,
  height: 56,
  overflow: 'hidden',
  borderRadius: 8,
  background: colour('surfaceSunken'),
  color: colour('text2'),
  '&[data-size=row]': { height: 48, borderRadius: 6, '@media (max-width: 1399px)': { width: 48 } },
  '&[data-size="72"]': { width: 72, height: 72, borderRadius: 10 },
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
})

type Props = { photos: readonly Photo[]; size?: 'row' | 56 | 72 }

/** The text beside the tile describes the record, so screen readers skip the photo. */
export function Thumbnail({ photos: [first], size = 56 }: Props) {
  return (
    <Tile aria-hidden="true" data-size={size}>
      {first?.stored ? <Picture url={smallPhoto(first)} /> : first ? <OwnPicture id={first.id} /> : <Icon path={iconImage} size={20} />}
    </Tile>
  )
}

/** Only photos that the server lacks are read from the device, so that a long list doesn't query the database for every row. */
function OwnPicture({ id }: { id: string }) {
  return <Picture url={useObjectUrl(useOwnPhoto(id))} />
}

/** Offline, other people's photos can't be loaded, so a failed photo is hidden. */
function Picture({ url }: { url: string | null }) {
  const [failed, setFailed] = useState<string | null>(null)
  if (!url || url === failed) return <Icon path={iconImage} size={20} />
  return <img src={url} alt="" loading="lazy" decoding="async" onError={() => setFailed(url)} />
}
